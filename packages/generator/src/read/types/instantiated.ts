import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";

/** What a type parameter is replaced by. */
export type Replacement = readonly [parameter: ts.Symbol, type: ts.Type];

/** What the checker keeps of a symbol that it makes, in a field that its types leave out. */
interface MadeSymbol extends ts.Symbol {
  readonly links: { type?: ts.Type; target?: ts.Symbol; mapper?: object };
}

/** Functions and values of the checker that its types leave out. */
type Maker = Reader["checker"] & {
  createSymbol(flags: ts.SymbolFlags, name: string, checkFlags?: number): MadeSymbol;
};

const isInstantiated = 1;
const isListOfTypes = 1;

/**
 * A type with its type parameters replaced: the very one that the checker makes itself wherever it does so. It has no function for that; but
 * the type of a property of a generic object is made in this way, and the object need not be there.
 */
export function instantiated(checker: ts.TypeChecker, type: ts.Type, replaced: readonly Replacement[]): ts.Type {
  if (replaced.length === 0) return type;
  const { createSymbol } = checker as Maker;
  const declared = createSymbol(compiler.SymbolFlags.Property, "declared");
  declared.links.type = type;
  const made = createSymbol(compiler.SymbolFlags.Property, "made", isInstantiated);
  made.links.target = declared;
  made.links.mapper = {
    kind: isListOfTypes,
    sources: replaced.map(([parameter]) => checker.getDeclaredTypeOfSymbol(parameter)),
    targets: replaced.map(([, to]) => to),
  };
  return checker.getTypeOfSymbol(made);
}
