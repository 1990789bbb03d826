import type { ts } from "ts-morph";

import { shortText } from "../../diagnostic/short-text.js";
import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { type Place, textOf } from "./place.js";
import { isReferenceNode, symbolOf } from "./spelling.js";

/** Says why the compiler could not tell what a type is: a name leads nowhere, or the type leads back to itself. */
export function reportUnknown(reader: Reader, type: ts.Type, place: Place): void {
  const { spelling } = place;
  const missing = spelling && missingName(reader, spelling.node, new Set());
  if (missing !== undefined) reportMissing(reader, place, missing);
  else if (place.isExact) reader.report("CM3019", place.node, { type: shortText(place.node.getText()) });
  else reader.reject(place, "CM3005", { type: textOf(reader, type, place) });
}

function reportMissing(reader: Reader, place: Place, missing: ts.Node): void {
  const name = shortText(nameOf(missing).getText());
  if (reader.symbols.isForeign(missing)) reader.reject({ ...place, isExact: false }, "CM3004", { name });
  else reader.report("CM3004", missing, { name });
}

function nameOf(node: ts.Node): ts.Node {
  if (compiler.isTypeReferenceNode(node)) return node.typeName;
  return compiler.isExpressionWithTypeArguments(node) ? node.expression : node;
}

/** The first name that leads nowhere, in a node and in the aliases it refers to. */
function missingName(reader: Reader, node: ts.Node, seen: Set<ts.Node>): ts.Node | undefined {
  if (seen.has(node)) return undefined;
  seen.add(node);
  if (compiler.isTypeQueryNode(node)) return reader.symbols.of(node.exprName) === undefined ? node : undefined;
  if (compiler.isImportTypeNode(node) && node.isTypeOf) return undefined;
  if (isReferenceNode(node)) {
    const symbol = symbolOf(reader, node);
    if (symbol === undefined) return node;
    const alias = symbol.declarations?.find((declaration) => compiler.isTypeAliasDeclaration(declaration));
    const behind = alias && missingName(reader, alias.type, seen);
    if (behind !== undefined) return behind;
  }
  return compiler.forEachChild(node, (child) => missingName(reader, child, seen));
}
