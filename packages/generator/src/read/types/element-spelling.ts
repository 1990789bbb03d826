import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { aliasBody, inScope, isReferenceNode, resolvedSpelling, type Spelling, symbolOf } from "./spelling.js";

const maxDepth = 20;

/** How the elements of a list are written, as far as its own spelling says: one for an array, one for each of a tuple. */
export function elementSpellings(reader: Reader, spelling: Spelling | undefined, depth = 0): readonly Spelling[] {
  if (spelling === undefined || depth > maxDepth) return [];
  const resolved = resolvedSpelling(reader, spelling);
  const { node } = resolved;
  const inner = (other: Spelling | undefined): readonly Spelling[] => elementSpellings(reader, other, depth + 1);
  if (compiler.isArrayTypeNode(node)) return [inScope(resolved, node.elementType)];
  if (compiler.isTupleTypeNode(node)) return node.elements.map((element) => inScope(resolved, element));
  if (compiler.isTypeOperatorNode(node)) return inner(inScope(resolved, node.type));
  if (!isReferenceNode(node)) return [];
  const symbol = symbolOf(reader, node);
  if (symbol === undefined || !reader.symbols.isOfLibrary(symbol)) return inner(aliasBody(reader, resolved));
  const [argument] = (node.typeArguments ?? []).map((given) => inScope(resolved, given));
  if (symbol.name === "Array" || symbol.name === "ReadonlyArray") return argument === undefined ? [] : [argument];
  return mapping.has(symbol.name) ? inner(argument) : [];
}

/** Utility types that make a list of a list, with the elements' own types. */
const mapping: ReadonlySet<string> = new Set(["Readonly", "Required", "Partial", "NonNullable"]);

/** The type of a tuple's element, without its label and question mark; of `...T[]` what is repeated. */
export function elementNode(node: ts.Node): ts.Node {
  const isRest =
    compiler.isRestTypeNode(node) || (compiler.isNamedTupleMember(node) && node.dotDotDotToken !== undefined);
  if (isRest) return compiler.isArrayTypeNode(node.type) ? node.type.elementType : node.type;
  return compiler.isNamedTupleMember(node) || compiler.isOptionalTypeNode(node) ? node.type : node;
}
