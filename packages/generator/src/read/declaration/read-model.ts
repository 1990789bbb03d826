import type { ts } from "ts-morph";

import type { Model, ModelPart } from "../../model/model.js";
import type { Documentation } from "../../model/type.js";
import { shortText } from "../../diagnostic/short-text.js";
import { readFlag } from "./attribute-values.js";
import { compiler } from "../compiler.js";
import { readColumns } from "./read-columns.js";
import { readIndexes } from "./read-indexes.js";
import type { ReadDeclaration } from "./find-declarations.js";
import { readHistory } from "./read-history.js";
import { readSteps } from "./read-steps.js";
import { readVersion } from "./read-version.js";
import type { Reader } from "../reader.js";
import { type Owner, spellingIn, writtenAt } from "../types/place.js";
import { readProperty } from "../types/read-property.js";
import { extendsEnvelope } from "../types/vocabulary.js";

/** Reads a model, `spec` and `status` included; references in it are ids yet. Nothing where its attributes are not known. */
export function readModel(reader: Reader, declaration: ReadDeclaration): Model | undefined {
  const { attributes, properties, call, file } = declaration;
  reader.named.startBody();
  const owner = readModelType(reader, declaration);
  const spec = readPart(reader, owner, "spec");
  const status = readPart(reader, owner, "status");
  const [indexes, evolve] = ["indexes", "evolve"].map((name) => properties.get(name));
  const rest = {
    documentation: documentationOf(reader, declaration),
    module: reader.files.nameOf(file),
    ...(spec && { spec }),
    ...(status && { status }),
    statusSubresource: readFlag(reader, properties, "statusSubresource") !== false && status !== undefined,
    ...(readFlag(reader, properties, "lastChangedBy") === true && { lastChangedBy: true as const }),
    ...readHistory(reader, properties),
    ...readVersion(reader, declaration),
    ...readColumns(reader, properties),
    indexes: indexes === undefined ? [] : readIndexes(reader, indexes.value),
    hasCheck: properties.has("check"),
    steps: evolve === undefined ? [] : readSteps(reader, evolve.value),
    span: reader.files.spanOf(call),
  };
  if (attributes === undefined) return undefined;
  const { values, spans, derived } = attributes;
  return { ...values, ...rest, attributeSpans: spans, ...(derived.length > 0 && { derived }) };
}

/** What the envelope declares and the declaration decides: a plugin leaves it alone. */
const envelopeNames: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);
const partNames: ReadonlySet<string> = new Set(["spec", "status"]);

/** The type of a model, which extends the envelope and adds `spec` and `status` and nothing else (spec 2.1). */
function readModelType(reader: Reader, { typeNode }: ReadDeclaration): Owner | undefined {
  const type = reader.checker.getTypeFromTypeNode(typeNode);
  if (!extendsEnvelope(reader, type)) {
    reader.report("CM1007", typeNode, { type: shortText(typeNode.getText()) });
    return undefined;
  }
  for (const symbol of reader.checker.getPropertiesOfType(type)) checkMember(reader, symbol, typeNode);
  for (const { declaration } of reader.checker.getIndexInfosOfType(type)) {
    const node = declaration ?? typeNode;
    reader.report("CM1008", node, { member: shortText(node.getText()) });
  }
  return { type, place: writtenAt(reader, typeNode) };
}

function checkMember(reader: Reader, { name, declarations = [], flags }: ts.Symbol, typeNode: ts.Node): void {
  const isMethod = (flags & compiler.SymbolFlags.Method) !== 0;
  if (partNames.has(name) && !isMethod) return;
  const packageOf = (node: ts.Node): string | undefined => reader.symbols.packages.of(node.getSourceFile());
  const declaration = declarations.find((node) => packageOf(node) !== "@cmgen/model");
  if (!envelopeNames.has(name)) reader.report("CM1008", declaration ?? typeNode, { member: name });
  else if (declaration !== undefined) reader.report("CM1009", declaration, { member: name });
}

/** The doc comment of the model's type, else of the statement that declares the model. */
function documentationOf(reader: Reader, { symbol, call }: ReadDeclaration): Documentation {
  const statement = compiler.findAncestor(
    call,
    (node) => compiler.isExportAssignment(node) || compiler.isVariableStatement(node),
  );
  const nodes: ts.Node[] = [...(symbol?.declarations ?? []), ...(statement === undefined ? [] : [statement])];
  const found = nodes.map((node) => reader.annotationsOf(node));
  for (const { tagSpans } of found) {
    for (const [tag, span] of Object.entries(tagSpans)) {
      if (!describes.has(tag)) reader.reportAt("CM4005", span, { tag, fix: "Put it on a property." });
    }
  }
  return found.find(({ documentation }) => documentation.description !== "")?.documentation ?? { description: "" };
}

/** Tags that say something of a model as a whole. */
const describes: ReadonlySet<string> = new Set(["title", "deprecated", "example"]);

/** `spec` or `status`; a part that was given no type of its own is not there. */
function readPart(reader: Reader, owner: Owner | undefined, name: "spec" | "status"): ModelPart | undefined {
  const symbol = owner && reader.checker.getPropertyOfType(owner.type, name);
  if (owner === undefined || symbol === undefined || isUntyped(symbol, owner)) return undefined;
  const property = readProperty(symbol, owner);
  if (property === undefined) return undefined;
  const { type, required, documentation, span } = property;
  return { type, required, documentation, span };
}

/** Whether a member is the envelope's own, and nobody said what it is. */
function isUntyped(symbol: ts.Symbol, { place }: Owner): boolean {
  const { reader } = place;
  if ((reader.checker.getTypeOfSymbol(symbol).flags & compiler.TypeFlags.Unknown) === 0) return false;
  const declaration = symbol.declarations?.find((node) => compiler.isPropertySignature(node));
  if (declaration?.type === undefined) return false;
  const { node } = spellingIn(place, declaration.type).resolved();
  return reader.symbols.packages.of(node.getSourceFile()) === "@cmgen/model";
}
