import type { ts } from "ts-morph";

import { constrainedAsPossible } from "../../model/constrained.js";
import { compiler } from "../compiler.js";
import type { Group } from "./match-spelling.js";
import { namedBySymbol, namedByType } from "./named-use.js";
import { definiteParts, hasFlags, partsOf } from "./parts.js";
import { type Place, spelledAt } from "./place.js";
import { readComposed } from "./read-composed.js";
import { readNamed } from "./read-named.js";
import { readScalar } from "./read-scalar.js";
import { combine } from "./read-union.js";
import type { Reading } from "./reading.js";
import { reportLostSources } from "./lost-tags.js";
import { isNever } from "./report-never.js";
import { readTemplates } from "./template-literal.js";
import { orderWithin, typeGroups } from "./type-groups.js";

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
  const inOrder = orderWithin(types, place);
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
