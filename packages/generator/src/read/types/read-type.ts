import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { constrainedAsPossible } from "./annotated.js";
import type { Group } from "./match-spelling.js";
import { definiteParts, hasFlags, partsOf } from "./parts.js";
import { type Place, spelledAt } from "./place.js";
import { readComposed } from "./read-composed.js";
import { namedBySymbol, namedByType, readNamed } from "./read-named.js";
import { readScalar } from "./read-scalar.js";
import { combine } from "./read-union.js";
import type { Reading } from "./reading.js";
import { isNever } from "./report-never.js";
import { templateOrder } from "./template-order.js";
import { readTemplates } from "./template-literal.js";
import { typeGroups } from "./type-groups.js";

/** Reads any type. What it is comes from the type alone; the place tells names, comments, order and positions. */
export function readType(reader: Reader, given: readonly ts.Type[], place: Place): Reading {
  const parts = given.flatMap(partsOf).filter((part) => !isNever(reader, part));
  const types = parts.flatMap(definiteParts);
  const undefinable = types.length < parts.length;
  if (types.length === 0) return { undefinable };
  const groups = typeGroups(reader, types, place);
  const isSpelled = groups.length === 1 && groups[0]?.symbol !== undefined;
  const [type] = given;
  if (type?.isUnion() === true && given.length === 1 && !isSpelled && !undefinable) {
    const alias = namedByType(reader, type, place);
    if (alias !== undefined) return readNamed(reader, alias, place);
  }
  const readings = groups.map((group) => readGroup(reader, group, place));
  return combine(reader, place.node, [...readings, { undefinable }]);
}

function readGroup(reader: Reader, group: Group, place: Place): Reading {
  const { types, spelling, symbol, annotations } = group;
  const found = spelling === undefined ? place : { ...spelledAt(reader, place, spelling), ...bodiesOf(place) };
  // An alias that stands for nothing but itself is no name.
  const isOwn = symbol !== undefined && place.bodies?.includes(symbol) === true;
  const named = symbol && !isOwn ? namedBySymbol(reader, symbol, { types, spelling }) : undefined;
  const reading = named === undefined ? readTogether(reader, types, found) : readNamed(reader, named, found);
  if (annotations === undefined || reading.type === undefined) return reading;
  return { ...reading, type: constrainedAsPossible(reading.type, annotations) };
}

/** Reads types that are written as one: template literal types make one pattern. */
function readTogether(reader: Reader, types: readonly ts.Type[], place: Place): Reading {
  const inOrder = templateOrder(reader, types, place);
  const templates = inOrder.filter((type) => hasFlags(type, compiler.TypeFlags.TemplateLiteral));
  const others = templates.length < 2 ? inOrder : inOrder.filter((type) => !templates.includes(type));
  const readings = others.map((type) => readSingle(reader, type, place));
  if (others !== inOrder)
    readings.unshift({ type: readTemplates(reader, templates as ts.TemplateLiteralType[], place) });
  return combine(reader, place.node, readings);
}

/** What is found of a type's own body is still that body. */
function bodiesOf({ bodies, isNamed }: Place): Pick<Place, "bodies" | "isNamed"> {
  return { ...(bodies && { bodies }), ...(isNamed === true && { isNamed }) };
}

/** Reads a type that is no union. */
function readSingle(reader: Reader, type: ts.Type, place: Place): Reading {
  const named = namedByType(reader, type, place);
  if (named !== undefined) return readNamed(reader, named, place);
  const scalar = readScalar(reader, type, place);
  return scalar === undefined ? readComposed(reader, type, place) : { type: scalar };
}
