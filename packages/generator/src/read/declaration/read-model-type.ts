import type { ts } from "ts-morph";

import { shortText } from "../../diagnostic/short-text.js";
import { compiler } from "../compiler.js";
import type { ReadDeclaration } from "./read-declaration.js";
import type { Reader } from "../reader.js";
import { extendsEnvelope } from "../types/vocabulary.js";
import { type Owner, writtenAt } from "../types/place.js";

/** What the envelope declares and the declaration decides: a plugin leaves it alone. */
const envelopeNames: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);
const partNames: ReadonlySet<string> = new Set(["spec", "status"]);

/** The type of a model, which extends the envelope and adds `spec` and `status` and nothing else (spec 2.1). */
export function readModelType(reader: Reader, { typeNode }: ReadDeclaration): Owner | undefined {
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
