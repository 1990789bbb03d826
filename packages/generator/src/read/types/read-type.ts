import type { ts } from "ts-morph";

import { canonicalText } from "../../model/canonical-text.js";
import { constrainedAsPossible } from "../../model/constrained.js";
import type { Type } from "../../model/type.js";
import { compiler } from "../compiler.js";
import type { Group } from "./match-spelling.js";
import { namedBySymbol, namedByType } from "./named-use.js";
import { definiteParts, hasFlags, partsOf } from "./parts.js";
import { type Place, spelledAt } from "./place.js";
import { readComposed } from "./read-composed.js";
import { readNamed } from "./read-named.js";
import { readScalar } from "./read-scalar.js";
import { literals, typeAt } from "./plain-types.js";
import type { Inherited, Reading } from "./reading.js";
import { reportLostSources } from "./lost-tags.js";
import { isNever } from "./report-never.js";
import { readTemplates } from "./template-literal.js";
import { templateOrder, typeGroups } from "./type-groups.js";

/** Reads any type. What it is comes from the type alone; the place tells names, comments, order and positions. */
export function readType(given: readonly ts.Type[], place: Place): Reading {
  const parts = given.flatMap(partsOf).filter((part) => !isNever(place.reader, part));
  const types = parts.flatMap(definiteParts);
  const undefinable = types.length < parts.length;
  if (types.length === 0) return { undefinable };
  const groups = typeGroups(types, place);
  const isSpelled = groups.length === 1 && groups[0]?.symbol !== undefined;
  const [type] = given;
  if (type?.isUnion() === true && given.length === 1 && !isSpelled && !undefinable) {
    const alias = namedByType(type, place);
    if (alias !== undefined) return readNamed(alias, place);
  }
  const readings = groups.map((group) => readGroup(group, place));
  return combine([...readings, { undefinable }], place);
}

function readGroup({ types, spelling, symbol, property }: Group, place: Place): Reading {
  const { reader, bodies, isNamed } = place;
  // What is found of a type's own body is still that body.
  const own = { ...(bodies && { bodies }), ...(isNamed === true && { isNamed }) };
  const found = spelling === undefined ? place : { ...spelledAt(place, spelling), ...own };
  // An alias that stands for nothing but itself is no name.
  const isOwn = symbol !== undefined && bodies?.includes(symbol) === true;
  const named = symbol && !isOwn ? namedBySymbol(reader, symbol, { types, spelling }) : undefined;
  const reading = named === undefined ? readTogether(types, found) : readNamed(named, found);
  if (property === undefined || reading.type === undefined) return reading;
  return { ...reading, type: constrainedAsPossible(reading.type, reader.annotationsOf(property)) };
}

/** Reads types that are written as one: template literal types make one pattern. */
function readTogether(types: readonly ts.Type[], place: Place): Reading {
  const inOrder = templateOrder(types, place);
  const templates = inOrder.filter((type) => hasFlags(type, compiler.TypeFlags.TemplateLiteral));
  const others = templates.length < 2 ? inOrder : inOrder.filter((type) => !templates.includes(type));
  const readings = others.map((type) => readSingle(type, place));
  if (others !== inOrder) readings.unshift({ type: readTemplates(templates as ts.TemplateLiteralType[], place) });
  return combine(readings, place);
}

/** Reads a type that is no union. */
function readSingle(type: ts.Type, place: Place): Reading {
  const named = namedByType(type, place);
  if (named !== undefined) {
    if (!("id" in named)) for (const { type: given } of named.given) if (given) reportLostArgument(given, place);
    return readNamed(named, place);
  }
  const scalar = readScalar(type, place);
  return scalar === undefined ? readComposed(type, place) : { type: scalar };
}

/** Of an instance that was computed, nobody knows how its arguments were written. */
function reportLostArgument(given: ts.Type, place: Place): void {
  const { checker } = place.reader;
  for (const part of partsOf(given)) {
    reportLostSources(part, place);
    const item = checker.isArrayType(part) && checker.getIndexTypeOfType(part, compiler.IndexKind.Number);
    if (item) reportLostArgument(item, place);
  }
}

type Literal = string | number | boolean;

/** The union of what was read: nested unions flattened, equal members once, literals gathered in one enum. */
function combine(readings: readonly Reading[], place: Place): Reading {
  const undefinable = readings.some((reading) => reading.undefinable === true);
  const types = readings.flatMap(({ type }) =>
    type === undefined ? [] : type.shape === "union" ? type.members : [type],
  );
  const members = withoutRepeats(gatherLiterals(types, place));
  const inherited = soleInherited(readings);
  const [first] = members;
  if (first === undefined) return { undefinable };
  const type = members.length === 1 ? first : typeAt(place, { shape: "union", members });
  return { type, undefinable, ...(inherited && { inherited }) };
}

/** Tags pass through `Alias | null`, but of several aliases none is the one. */
function soleInherited(readings: readonly Reading[]): Inherited | undefined {
  const given = readings.filter(({ type }) => type !== undefined && type.shape !== "null");
  return given.length === 1 ? given[0]?.inherited : undefined;
}

/** Puts one literal or enum where the first literal stood; `true | false` is a boolean. */
function gatherLiterals(types: readonly Type[], place: Place): readonly Type[] {
  const first = types.find(isLiteral);
  if (first === undefined) return types;
  const values = types.flatMap(literalsOf).filter((value) => !isCovered(value, types));
  const isBoolean = values.includes(true) && values.includes(false);
  const rest = literals(place, isBoolean ? values.filter((value) => typeof value !== "boolean") : values);
  const gathered = [
    ...(isBoolean ? [typeAt(place, { constraints: {}, shape: "boolean" })] : []),
    ...(rest ? [rest] : []),
  ];
  return types.flatMap((type) => (type === first ? gathered : isLiteral(type) ? [] : [type]));
}

function isLiteral(type: Type): boolean {
  return type.shape === "literal" || type.shape === "enum";
}

function literalsOf(type: Type): readonly Literal[] {
  if (type.shape === "literal") return [type.value];
  return type.shape === "enum" ? type.values : [];
}

/** Whether an unconstrained `string`, `number` or `boolean` of the union takes the literal anyway. */
function isCovered(value: Literal, types: readonly Type[]): boolean {
  return types.some(({ shape, constraints }) => shape === typeof value && Object.keys(constraints).length === 0);
}

function withoutRepeats(types: readonly Type[]): readonly Type[] {
  if (new Set(types.map(({ shape }) => shape)).size === types.length) return types;
  const byText = new Map(types.map((type) => [canonicalText(type), type]));
  return [...byText.values()];
}
