import type { ts } from "ts-morph";

import type { Model, ModelPart } from "../model/model.js";
import { compiler } from "./compiler.js";
import { staticBoolean } from "./static-value.js";
import { type Attributes, type LiteralProperties, literalProperties } from "./read-attributes.js";
import { readIndexes } from "./read-indexes.js";
import { readRules } from "./read-rules.js";
import type { Reader } from "./reader.js";
import type { Member, Members } from "./types/members.js";
import { readProperty } from "./types/read-object.js";
import { noBindings, type Site } from "./types/site.js";

/** A declaration whose attributes have been read. */
export interface ReadDeclaration {
  readonly file: ts.SourceFile;
  readonly call: ts.CallExpression;
  readonly typeNode: ts.TypeNode;
  readonly properties: LiteralProperties;
  readonly attributes: Attributes;
  /** The declaration of the model's type, which carries its doc comment. */
  readonly typeDeclaration: ts.Node | undefined;
}

/** Reads a model, `spec` and `status` included; references in it are ids yet. */
export function readModel(reader: Reader, declaration: ReadDeclaration): Model {
  const { attributes, properties, typeNode } = declaration;
  const members = reader.membersOf({ node: typeNode, environment: noBindings });
  const spec = readPart(reader, members, "spec");
  const status = readPart(reader, members, "status");
  const indexes = properties.get("indexes");
  const rules = properties.get("rules");
  return {
    ...attributes.values,
    documentation: reader.annotationsOf(declaration.typeDeclaration ?? typeNode).documentation,
    module: reader.files.nameOf(declaration.file),
    ...(spec && { spec }),
    ...(status && { status }),
    statusSubresource: readStatusSubresource(reader, properties),
    indexes: indexes === undefined ? [] : readIndexes(reader, indexes.value),
    rules: rules === undefined ? [] : readRules(reader, rules.value),
    span: reader.files.spanOf(declaration.call),
    attributeSpans: attributes.spans,
  };
}

/** `spec` or `status`; a part that was given no type of its own is not there. */
function readPart(reader: Reader, members: Members | undefined, name: "spec" | "status"): ModelPart | undefined {
  const member = members?.properties.get(name);
  if (member === undefined || isUntyped(reader, member)) return undefined;
  const property = readProperty(reader, member);
  return (
    property && {
      type: property.type,
      required: property.required,
      documentation: property.documentation,
      span: property.span,
    }
  );
}

/** Whether a member is the envelope's own, and nobody said what it is. */
function isUntyped(reader: Reader, { sites: [site], declaration }: Member): boolean {
  if (site === undefined || reader.packages.of(declaration.getSourceFile()) !== "@cmgen/model") return false;
  return boundSite(reader, site).node.kind === compiler.SyntaxKind.UnknownKeyword;
}

/** Where a type parameter's argument is written. */
function boundSite(reader: Reader, site: Site): Site {
  const { node, environment } = site;
  if (!compiler.isTypeReferenceNode(node)) return site;
  const symbol = reader.checker.getSymbolAtLocation(node.typeName);
  const binding = symbol && environment.get(symbol);
  return binding !== undefined && "node" in binding ? boundSite(reader, binding) : site;
}

function readStatusSubresource(reader: Reader, properties: LiteralProperties): boolean {
  const subresources = properties.get("subresources");
  if (subresources === undefined) return false;
  const status = literalProperties(subresources.value, reader.checker)?.get("status");
  const value = status && staticBoolean(status.value, reader.checker);
  if (value !== undefined) return value;
  reader.report("CM1005", subresources.value, { attribute: "subresources", expected: "`{ status: true }`" });
  return false;
}
