import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import type { Argument } from "./argument-name.js";
import { hasFlags, typeArgumentsOf } from "./parts.js";
import type { Place } from "./place.js";
import { isClass } from "./report-behaviour.js";
import type { Spelling } from "./spelling.js";

/** Types under a name: that of a declaration, or one that was given to them. */
export type NamedUse = { readonly id: string } | DeclaredUse;

export interface DeclaredUse extends Found {
  readonly symbol: ts.Symbol;
  readonly declaration: ts.Declaration;
  readonly given: readonly Argument[];
}

interface Found {
  readonly types: readonly ts.Type[];
  readonly spelling?: Spelling | undefined;
}

/** The name under which a spelling refers to types; nothing where that makes no schema of its own. */
export function namedBySymbol(reader: Reader, symbol: ts.Symbol, found: Found): NamedUse | undefined {
  const declaration = declarationOf(reader, symbol);
  if (declaration === undefined) return undefined;
  const [type, ...others] = found.types;
  const written = found.spelling?.given() ?? [];
  const own = type === undefined || others.length > 0 ? [] : ownArguments(reader, type, symbol);
  const given = parametersOf(declaration).map((parameter, at): Argument => {
    const spelling = written[at];
    const byDefault = own[at] === undefined && spelling === undefined && parameter.default !== undefined;
    const fallback = byDefault ? reader.checker.getTypeFromTypeNode(parameter.default) : undefined;
    return { type: own[at] ?? (spelling ? spelling.type() : fallback), spelling };
  });
  return { ...found, symbol, declaration, given };
}

/** The name that a type itself has. */
export function namedByType(type: ts.Type, { reader, bodies = [] }: Place): NamedUse | undefined {
  const symbols = [type.aliasSymbol, wholeSymbol(type)];
  for (const symbol of symbols) {
    if (symbol !== undefined && bodies.includes(symbol)) return undefined;
    const named = symbol && namedBySymbol(reader, symbol, { types: [type] });
    if (named !== undefined) return named;
  }
  const id = reader.named.idOf(type);
  return id === undefined || bodies.length > 0 ? undefined : { id };
}

/** The symbol that names the whole of a type: an interface, or an enum with all of its members. */
function wholeSymbol(type: ts.Type): ts.Symbol | undefined {
  const { SymbolFlags, TypeFlags } = compiler;
  const symbol = type.getSymbol();
  if (symbol === undefined) return undefined;
  const isWhole =
    (symbol.flags & SymbolFlags.Enum) !== 0
      ? type.isUnion() || hasFlags(type, TypeFlags.Enum)
      : (symbol.flags & SymbolFlags.Interface) !== 0 && hasFlags(type, TypeFlags.Object);
  return isWhole ? symbol : undefined;
}

function ownArguments(reader: Reader, type: ts.Type, symbol: ts.Symbol): readonly ts.Type[] {
  if (type.aliasSymbol === symbol) return type.aliasTypeArguments ?? [];
  return type.getSymbol() === symbol ? typeArgumentsOf(reader, type) : [];
}

function declarationOf(reader: Reader, symbol: ts.Symbol): ts.Declaration | undefined {
  if (reader.symbols.isOfLibrary(symbol) || isClass(reader, symbol)) return undefined;
  return symbol.declarations?.find(
    (node) =>
      compiler.isInterfaceDeclaration(node) ||
      compiler.isTypeAliasDeclaration(node) ||
      compiler.isEnumDeclaration(node),
  );
}

function parametersOf(declaration: ts.Declaration): readonly ts.TypeParameterDeclaration[] {
  const isGeneric = compiler.isInterfaceDeclaration(declaration) || compiler.isTypeAliasDeclaration(declaration);
  return isGeneric ? (declaration.typeParameters ?? []) : [];
}
