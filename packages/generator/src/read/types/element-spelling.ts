import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { Spelling } from "./spelling.js";

const maxDepth = 20;

/** How the elements of a list are written, as far as its own spelling says: one for an array, one for each of a tuple. */
export function elementSpellings(spelling: Spelling | undefined, depth = 0): readonly Spelling[] {
  if (spelling === undefined || depth > maxDepth) return [];
  const resolved = spelling.resolved();
  const { node, reader } = resolved;
  const inner = (other: Spelling | undefined): readonly Spelling[] => elementSpellings(other, depth + 1);
  if (compiler.isArrayTypeNode(node)) return [resolved.at(node.elementType)];
  if (compiler.isTupleTypeNode(node)) return node.elements.map((element) => resolved.at(element));
  if (compiler.isTypeOperatorNode(node)) return inner(resolved.at(node.type));
  const symbol = resolved.symbol();
  if (symbol === undefined) return [];
  if (!reader.symbols.isOfLibrary(symbol)) return inner(resolved.aliasBody());
  const [argument] = resolved.given();
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
