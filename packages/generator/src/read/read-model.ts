import type { ts } from "ts-morph";

import type { Model, ModelPart } from "../model/model.js";
import type { Documentation } from "../model/type.js";
import { compiler } from "./compiler.js";
import { readIndexes } from "./read-indexes.js";
import { readModelMembers } from "./read-model-members.js";
import type { ReadDeclaration } from "./read-declaration.js";
import { readRules } from "./read-rules.js";
import { readSubresources } from "./read-subresources.js";
import type { Reader } from "./reader.js";
import type { Member, Members } from "./types/members.js";
import type { Site } from "./types/site.js";

/** Reads a model, `spec` and `status` included; references in it are ids yet. Nothing where its attributes are not known. */
export function readModel(reader: Reader, declaration: ReadDeclaration): Model | undefined {
  const { attributes, properties, call, file } = declaration;
  const members = readModelMembers(reader, declaration);
  const spec = readPart(reader, members, "spec");
  const status = readPart(reader, members, "status");
  const indexes = properties.get("indexes");
  const rules = properties.get("rules");
  const rest = {
    documentation: documentationOf(reader, declaration),
    module: reader.files.nameOf(file),
    ...(spec && { spec }),
    ...(status && { status }),
    statusSubresource: readSubresources(reader, properties),
    indexes: indexes === undefined ? [] : readIndexes(reader, indexes.value),
    rules: rules === undefined ? [] : readRules(reader, rules.value),
    span: reader.files.spanOf(call),
  };
  return attributes && { ...attributes.values, ...rest, attributeSpans: attributes.spans };
}

/** The doc comment of the model's type, else of the statement that declares the model. */
function documentationOf(reader: Reader, { meaning, call }: ReadDeclaration): Documentation {
  const statement = compiler.findAncestor(
    call,
    (node) => compiler.isExportAssignment(node) || compiler.isVariableStatement(node),
  );
  const nodes: ts.Node[] = [...(meaning?.declarations ?? []), ...(statement === undefined ? [] : [statement])];
  const found = nodes.map((node) => reader.annotationsOf(node));
  for (const { tagSpans } of found) {
    for (const [tag, span] of Object.entries(tagSpans)) {
      if (!describes.has(tag)) reader.reportAt("CM4005", span, { tag });
    }
  }
  return found.find(({ documentation }) => documentation.description !== "")?.documentation ?? { description: "" };
}

/** Tags that say something of a model as a whole. */
const describes: ReadonlySet<string> = new Set(["title", "deprecated", "example"]);

/** `spec` or `status`; a part that was given no type of its own is not there. */
function readPart(reader: Reader, members: Members | undefined, name: "spec" | "status"): ModelPart | undefined {
  const member = members?.properties.get(name);
  if (member === undefined || isUntyped(reader, member)) return undefined;
  const property = reader.readProperty(member);
  if (property === undefined) return undefined;
  const { type, required, documentation, span } = property;
  return { type, required, documentation, span };
}

/** Whether a member is the envelope's own, and nobody said what it is. */
function isUntyped(reader: Reader, { sites: [site], declaration }: Member): boolean {
  if (site === undefined || reader.packages.of(declaration.getSourceFile()) !== "@cmgen/model") return false;
  return boundSite(site).node.kind === compiler.SyntaxKind.UnknownKeyword;
}

/** Where a type parameter's argument is written. */
function boundSite(site: Site): Site {
  const { node, environment } = site;
  if (!compiler.isTypeReferenceNode(node)) return site;
  const binding = compiler.isIdentifier(node.typeName) ? environment.get(node.typeName.text) : undefined;
  return binding !== undefined && "node" in binding ? boundSite(binding) : site;
}
