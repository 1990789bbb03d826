import type { ts } from "ts-morph";

import { naming } from "../../model/failing-model.js";
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
import { type Place, reject, rejectEndless } from "./place.js";
import { typeAt } from "./plain-types.js";
import { readBody } from "./read-body.js";
import type { Reading } from "./reading.js";
import type { Spelling } from "./spelling.js";
import { extendsEnvelope, readVocabulary } from "./vocabulary.js";

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
    return { type: own[at] ?? (spelling ? spelledType(spelling) : fallback), spelling };
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

/** Reads types under a name: as a reference, to a model where it is that of one. */
export function readNamed(use: NamedUse, place: Place): Reading {
  if ("id" in use) return { type: typeAt(place, { shape: "ref", name: use.id }) };
  const { reader } = place;
  const { types, symbol, declaration } = use;
  const model = reader.models.get(symbol);
  if (model !== undefined) {
    return { type: typeAt(place, { shape: "model", name: model.kind, apiVersion: model.apiVersion }) };
  }
  const [type, ...others] = types;
  const isScalar = type !== undefined && others.length === 0 && reader.symbols.isOfVocabulary(symbol);
  const own = isScalar ? readVocabulary(type, place) : undefined;
  if (own !== undefined) return { type: own };
  if (compiler.isInterfaceDeclaration(declaration) && types.some((one) => extendsEnvelope(reader, one))) {
    return { type: reject(place, "CM3016", { name: declaredName(symbol) }) };
  }
  return readDeclared(use, place);
}

/** Where the arguments make no readable name, the type is read in place. */
function readDeclared(use: DeclaredUse, place: Place): Reading {
  const { reader, node } = place;
  const { types, symbol, declaration, given } = use;
  const base = declaredName(symbol);
  const instance = instanceName({ base, given, place });
  const inherited = inheritedFrom(reader, symbol);
  const read = (): NamedBody => readBody(use, { ...place, isNamed: instance !== undefined });
  const found = (type: Type | undefined): Reading =>
    type === undefined ? { type: rejectEndless(place, base) } : { type, ...(inherited && { inherited }) };
  if (instance === undefined) {
    // Objects without a name are counted where they are read.
    const isObject = types.every((one) => hasFlags(one, compiler.TypeFlags.Object));
    return found((isObject ? read() : reader.named.readInPlace(symbol, read))?.type);
  }
  const size = given.reduce((sum, { type }) => sum + (type === undefined ? 0 : sizeOf(reader, type)), 0);
  const [type, ...others] = types;
  const isOne = type !== undefined && others.length === 0 && hasFlags(type, compiler.TypeFlags.Object);
  const readOwn = (): NamedBody => {
    if (isOne && id !== undefined) reader.named.identify(type, id);
    return read();
  };
  const id = reader.named.refer({
    identity: symbol,
    name: instance.name,
    key: `${instance.key}${openKey(place, declaration)}`,
    declaration,
    size,
    node,
    read: () => naming(`the type ${base}, which ${reader.files.pathOf(node.getSourceFile())} uses`, readOwn),
  });
  return found(id === undefined ? undefined : typeAt(place, { shape: "ref", name: id }));
}

/** A type of another package is read once as it is, and once with all that it leaves open. */
function openKey({ reader, isFree }: Place, declaration: ts.Declaration): string {
  return isFree === true && reader.symbols.isForeign(declaration) ? " open" : "";
}

/** A number that grows with what a type is made of; `known` has those of the parts that were met before. */
function sizeOf(reader: Reader, type: ts.Type, known: Map<ts.Type, number> = new Map()): number {
  if (type.isStringLiteral()) return type.value.length;
  const size = known.get(type);
  if (size !== undefined) return size;
  // It may be a part of itself.
  known.set(type, 1);
  const given = type.aliasTypeArguments ?? typeArgumentsOf(reader, type);
  const parts = type.isUnionOrIntersection() ? type.types : given;
  const whole = parts.reduce((sum, part) => sum + sizeOf(reader, part, known), 1);
  known.set(type, whole);
  return whole;
}
