import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { boundScope, inScope, isReferenceNode, resolvedSpelling, type Spelling, symbolOf } from "./spelling.js";

const maxDepth = 20;

/** How the elements of a list are written, as far as its own spelling says: one for an array, one for each of a tuple. */
export function elementSpellings(reader: Reader, spelling: Spelling | undefined, depth = 0): readonly Spelling[] {
  if (spelling === undefined || depth > maxDepth) return [];
  const resolved = resolvedSpelling(reader, spelling);
  const { node } = resolved;
  const inner = (other: Spelling): readonly Spelling[] => elementSpellings(reader, other, depth + 1);
  if (compiler.isArrayTypeNode(node)) return [inScope(resolved, node.elementType)];
  if (compiler.isTupleTypeNode(node)) return node.elements.map((element) => inScope(resolved, element));
  if (compiler.isTypeOperatorNode(node)) return inner(inScope(resolved, node.type));
  if (compiler.isIntersectionTypeNode(node)) return node.types.flatMap((part) => inner(inScope(resolved, part)));
  if (!isReferenceNode(node)) return [];
  const symbol = symbolOf(reader, node);
  const [argument] = node.typeArguments ?? [];
  if (symbol === undefined) return [];
  if (reader.symbols.isOfLibrary(symbol)) {
    if (argument === undefined) return [];
    const isList = symbol.name === "Array" || symbol.name === "ReadonlyArray";
    return isList ? [inScope(resolved, argument)] : mapped(symbol.name) ? inner(inScope(resolved, argument)) : [];
  }
  const alias = symbol.declarations?.find((declaration) => compiler.isTypeAliasDeclaration(declaration));
  return alias === undefined ? [] : inner({ node: alias.type, scope: boundScope(reader, resolved, alias) });
}

/** Whether a utility type makes a list of a list, with the elements' own types. */
function mapped(name: string): boolean {
  return name === "Readonly" || name === "Required" || name === "Partial" || name === "NonNullable";
}

/** The type of a tuple's element, without its label and question mark; of `...T[]` what is repeated. */
export function elementNode(node: ts.Node): ts.Node {
  const isRest =
    compiler.isRestTypeNode(node) || (compiler.isNamedTupleMember(node) && node.dotDotDotToken !== undefined);
  if (isRest) return compiler.isArrayTypeNode(node.type) ? node.type.elementType : node.type;
  return compiler.isNamedTupleMember(node) || compiler.isOptionalTypeNode(node) ? node.type : node;
}
