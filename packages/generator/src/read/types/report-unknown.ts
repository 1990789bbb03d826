import type { ts } from "ts-morph";

import { shortText } from "../../diagnostic/short-text.js";
import type { Type } from "../../model/type.js";
import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { type Place, textOf } from "./place.js";
import { isReferenceNode, symbolOf } from "./spelling.js";

/** Says why the compiler could not tell what a type is: a name leads nowhere, or the type leads back to itself. */
export function reportUnknown(reader: Reader, type: ts.Type, place: Place): Type {
  const missing = place.spelling && missingName(reader, place.spelling.node, new Set());
  if (missing === undefined)
    return reader.reject(place, place.isExact ? "CM3019" : "CM3005", { type: textOf(reader, type, place) });
  const isForeign = reader.symbols.isForeign(missing);
  const at = isForeign ? { ...place, isExact: false } : { ...place, node: missing, isExact: true };
  return reader.reject(at, "CM3004", { name: shortText(nameOf(missing).getText()) });
}

function nameOf(missing: ts.Node): ts.Node {
  if (compiler.isTypeReferenceNode(missing)) return missing.typeName;
  return compiler.isExpressionWithTypeArguments(missing) ? missing.expression : missing;
}

/** The first name that leads nowhere, in a node and in the aliases it refers to. */
function missingName(reader: Reader, node: ts.Node, seen: Set<ts.Node>): ts.Node | undefined {
  if (seen.has(node)) return undefined;
  seen.add(node);
  if (compiler.isTypeQueryNode(node)) return reader.symbols.of(node.exprName) === undefined ? node : undefined;
  if (compiler.isImportTypeNode(node) && node.isTypeOf) return undefined;
  const symbol = isReferenceNode(node) ? symbolOf(reader, node) : undefined;
  if (isReferenceNode(node) && symbol === undefined) return node;
  const alias = symbol?.declarations?.find((declaration) => compiler.isTypeAliasDeclaration(declaration));
  const inner = (child: ts.Node): ts.Node | undefined => missingName(reader, child, seen);
  return (alias && inner(alias.type)) ?? compiler.forEachChild(node, inner);
}
