import type { ts } from "ts-morph";

import { shortText } from "../../diagnostic/short-text.js";
import { naming } from "../../model/failing-model.js";
import type { Type } from "../../model/type.js";
import { compiler } from "../compiler.js";
import { declaredName } from "../program/symbols.js";
import type { Annotations } from "../docs/read-annotations.js";
import type { Reader } from "../reader.js";
import { instanceName } from "./argument-name.js";
import { annotated, inheritedFrom } from "./declared-tags.js";
import type { NamedBody } from "./named-types.js";
import type { DeclaredUse, NamedUse } from "./named-use.js";
import { hasFlags, typeArgumentsOf } from "./parts.js";
import { type Place, reject, rejectEndless, spelledAt } from "./place.js";
import { anyJson, literals, typeAt, unreadable } from "./plain-types.js";
import type { Reading } from "./reading.js";
import { reportNothing } from "./report-never.js";
import { bodyNode, Spelling } from "./spelling.js";
import { extendsEnvelope, readVocabulary } from "./vocabulary.js";

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
    const { checker } = reader;
    const isObject = types.every((one) => hasFlags(one, compiler.TypeFlags.Object) && !checker.isArrayLikeType(one));
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

/** Reads what an interface, alias or enum stands for. */
function readBody(use: DeclaredUse, place: Place): NamedBody {
  const { reader } = place;
  const { declaration } = use;
  const annotations = reader.annotationsOf(declaration);
  const isForeign = reader.symbols.isForeign(declaration);
  const of = isForeign ? place.node : declaration;
  // Properties inherit from aliases alone.
  if (!isForeign && !compiler.isTypeAliasDeclaration(declaration)) reportTagsOfProperties(reader, annotations);
  return { type: annotated(reader, bodyOf(use, place), { annotations, of }), annotations };
}

/** Tags that say something of a property, at the declaration of a type. */
function reportTagsOfProperties(reader: Reader, { tagSpans }: Annotations): void {
  for (const tag of ["default", "filled", "immutable", "listKey", "index", "unique", "search"] as const) {
    const span = tagSpans[tag];
    if (span !== undefined) reader.reportAt("CM4005", span, { tag, fix: "Put it on a property." });
  }
}

function bodyOf({ types, declaration, symbol, spelling }: DeclaredUse, place: Place): Type {
  const { reader } = place;
  const { schema, additionalProperties } = reader.annotationsOf(declaration);
  const { isFree, ...outer } = place;
  // Nobody can tag the types of another package: a tag before their use is about all that they leave open.
  const isOpen = isFree === true && reader.symbols.isForeign(declaration);
  const written = spelling?.bodyOf(declaration) ?? new Spelling(reader, bodyNode(declaration));
  const body = { ...spelledAt(outer, written), bodyPath: place.path };
  if (schema !== undefined) return anyJson(body);
  if (compiler.isEnumDeclaration(declaration)) return readEnum(symbol, body);
  const bodies = [...(place.bodies ?? []), symbol];
  const free = (additionalProperties === true || isOpen) && { isFree: true };
  const reading = reader.read(types, { ...body, bodies, isNamed: place.isNamed === true, ...free });
  return reading.type ?? reportNothing(types, body);
}

function readEnum({ declarations = [] }: ts.Symbol, place: Place): Type {
  const members = declarations.flatMap((node) => (compiler.isEnumDeclaration(node) ? [...node.members] : []));
  const values = members.flatMap((member) => {
    const value = place.reader.checker.getConstantValue(member);
    if (value === undefined) reject({ ...place, node: member }, "CM3013", { member: shortText(member.name.getText()) });
    return value ?? [];
  });
  if (members.length === 0) return reject(place, "CM3012", {});
  return literals(place, values) ?? unreadable(place);
}
