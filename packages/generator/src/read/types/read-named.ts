import type { ts } from "ts-morph";

import type { Type } from "../../model/type.js";
import { compiler } from "../compiler.js";
import { declaredName } from "../program/symbols.js";
import type { Reader } from "../reader.js";
import { type Argument, instanceName } from "./argument-name.js";
import { spelledType } from "./denoted.js";
import { inheritedFrom } from "./declared-annotations.js";
import { isClass } from "./reject-instance.js";
import type { NamedBody } from "./named-types.js";
import { hasFlags, typeArgumentsOf } from "./parts.js";
import type { Place } from "./place.js";
import { typeAt } from "./plain-types.js";
import { readBody } from "./read-body.js";
import type { Reading } from "./reading.js";
import { inScope, isReferenceNode, type Spelling } from "./spelling.js";
import { extendsEnvelope, readVocabulary } from "./vocabulary.js";

/** Types under a name: that of a declaration, or one that was given to them. */
export type NamedUse =
  | { readonly id: string }
  | {
      readonly types: readonly ts.Type[];
      readonly symbol: ts.Symbol;
      readonly declaration: ts.Declaration;
      readonly given: readonly Argument[];
      readonly spelling?: Spelling | undefined;
    };

interface Found {
  readonly types: readonly ts.Type[];
  readonly spelling?: Spelling | undefined;
}

/** The name under which a spelling refers to types; nothing where that makes no schema of its own. */
export function namedBySymbol(reader: Reader, symbol: ts.Symbol, { types, spelling }: Found): NamedUse | undefined {
  const declaration = declarationOf(reader, symbol);
  if (declaration === undefined) return undefined;
  const [type] = types.length === 1 ? types : [];
  const written = spelling !== undefined && isReferenceNode(spelling.node) ? (spelling.node.typeArguments ?? []) : [];
  const own = type === undefined ? [] : ownArguments(reader, type, symbol);
  const given = parametersOf(declaration).map((parameter, at): Argument => {
    const node = written[at];
    const argument = node && spelling ? inScope(spelling, node) : undefined;
    const byDefault = own[at] === undefined && argument === undefined && parameter.default !== undefined;
    const fallback = byDefault ? reader.checker.getTypeFromTypeNode(parameter.default) : undefined;
    return { type: own[at] ?? (argument ? spelledType(reader, argument) : fallback), spelling: argument };
  });
  return { types, symbol, declaration, given, spelling };
}

/** The name that a type itself has. */
export function namedByType(reader: Reader, type: ts.Type, { bodies = [] }: Place): NamedUse | undefined {
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
  const symbol = type.getSymbol();
  if (symbol === undefined) return undefined;
  if ((symbol.flags & compiler.SymbolFlags.Enum) !== 0)
    return type.isUnion() || hasFlags(type, compiler.TypeFlags.Enum) ? symbol : undefined;
  return (symbol.flags & compiler.SymbolFlags.Interface) !== 0 && hasFlags(type, compiler.TypeFlags.Object)
    ? symbol
    : undefined;
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

/** Reads types under a name: as a reference. Where the arguments make no readable name, the type is read in place. */
export function readNamed(reader: Reader, use: NamedUse, place: Place): Reading {
  const { node } = place;
  const answer = (name: string): Type => typeAt(reader, node, { shape: "ref", name });
  if ("id" in use) return { type: answer(use.id) };
  const { types, symbol, declaration, given } = use;
  const [type] = types.length === 1 ? types : [];
  const model = reader.models.get(symbol);
  if (model !== undefined) {
    const { kind: name, apiVersion } = model;
    return { type: typeAt(reader, node, { shape: "model", name, apiVersion }) };
  }
  const own = type && reader.symbols.isOfVocabulary(symbol) ? readVocabulary(reader, type, place) : undefined;
  if (own !== undefined) return { type: own };
  if (compiler.isInterfaceDeclaration(declaration) && types.some((one) => extendsEnvelope(reader, one))) {
    return { type: reader.reject(place, "CM3016", { name: declaredName(symbol) }) };
  }
  const instance = instanceName(reader, { base: declaredName(symbol), given, place });
  const inherited = inheritedFrom(reader, symbol);
  const read = (): NamedBody => readBody(reader, use, { ...place, isNamed: instance !== undefined });
  const endless = (): Reading => ({ type: reader.reject(place, "CM3011", { type: declaredName(symbol) }) });
  if (instance === undefined) {
    // Objects without a name are counted where they are read.
    const isObject = types.every((one) => hasFlags(one, compiler.TypeFlags.Object));
    const body = isObject ? read() : reader.named.readInPlace(symbol, read);
    return body === undefined ? endless() : { type: body.type, ...(inherited && { inherited }) };
  }
  const sizes = given.map((argument) => (argument.type === undefined ? 0 : sizeOf(reader, argument.type)));
  const size = sizes.reduce((sum, one) => sum + one, 0);
  const id = reader.named.refer({ identity: symbol, ...instance, declaration, size, node, read });
  if (id === undefined) return endless();
  if (type !== undefined && hasFlags(type, compiler.TypeFlags.Object)) reader.named.identify(type, id);
  return { type: answer(id), ...(inherited && { inherited }) };
}

/** A number that grows with what a type is made of. */
function sizeOf(reader: Reader, type: ts.Type, depth = 0): number {
  if (type.isStringLiteral()) return type.value.length;
  const given = type.aliasTypeArguments ?? typeArgumentsOf(reader, type);
  const parts = type.isUnionOrIntersection() ? type.types : given;
  return depth > maxSizeDepth ? 1 : parts.reduce((sum, part) => sum + sizeOf(reader, part, depth + 1), 1);
}

const maxSizeDepth = 20;
