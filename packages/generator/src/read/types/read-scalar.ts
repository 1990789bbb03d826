import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { hasFlags, isUnknownType } from "./parts.js";
import { type Place, textOf } from "./place.js";
import { anyJson, literalType, plain, unreadable } from "./plain-types.js";
import type { Reading } from "./reading.js";
import { reportTagsInText, reportTagsOfSources } from "./report-lost-tags.js";
import { reportUnknown } from "./report-unknown.js";
import { readStringMapping, readTemplates } from "./template-literal.js";

/** Reads what is neither an object nor made of other types; `undefined` for what is. */
export function readScalar(reader: Reader, type: ts.Type, place: Place): Reading | undefined {
  const { TypeFlags } = compiler;
  const { node } = place;
  const has = (flags: ts.TypeFlags): boolean => hasFlags(type, flags);
  if (has(TypeFlags.TemplateLiteral | TypeFlags.StringMapping | TypeFlags.String)) reportTagsInText(reader, place);
  if (has(TypeFlags.String | TypeFlags.Number)) reportTagsOfSources(reader, type, place);
  if (has(TypeFlags.Any | TypeFlags.Unknown | TypeFlags.NonPrimitive)) return readAnything(reader, type, place);
  if (has(TypeFlags.Null)) return { type: plain(reader, node, "null") };
  if (type.isStringLiteral() || type.isNumberLiteral()) return { type: literalType(reader, node, type.value) };
  if (has(TypeFlags.BooleanLiteral)) {
    return { type: literalType(reader, node, reader.checker.typeToString(type) === "true") };
  }
  if (has(TypeFlags.TemplateLiteral)) return readTemplates(reader, [type as ts.TemplateLiteralType], place);
  if (has(TypeFlags.StringMapping)) return readStringMapping(reader, type as ts.StringMappingType, place);
  if (has(TypeFlags.BigIntLike)) return rejected(reader, place, () => reader.reject(place, "CM3015", {}));
  if (has(TypeFlags.String)) return { type: plain(reader, node, "string") };
  if (has(TypeFlags.Number)) return { type: plain(reader, node, "number") };
  if (has(TypeFlags.Object | TypeFlags.Intersection | TypeFlags.Enum)) return undefined;
  return rejected(reader, place, () => reader.reject(place, "CM3001", { type: textOf(reader, type, place) }));
}

/** `any`, `unknown` and `object`, and names that lead nowhere. */
function readAnything(reader: Reader, type: ts.Type, place: Place): Reading {
  const { node, isFree } = place;
  if (isUnknownType(type)) return rejected(reader, place, () => reportUnknown(reader, type, place));
  return isFree === true
    ? readFree(reader, type, node)
    : rejected(reader, place, () => rejectUnsaid(reader, type, place));
}

/** What `@additionalProperties` makes of a type that says nothing. */
export function readFree(reader: Reader, type: ts.Type, node: ts.Node): Reading {
  const values = anyJson(reader, node);
  const isAny = hasFlags(type, compiler.TypeFlags.Any | compiler.TypeFlags.Unknown);
  return { type: isAny ? values : { ...values, shape: "record", values } };
}

export function rejectUnsaid(reader: Reader, type: ts.Type, place: Place): void {
  reader.reject(place, "CM3005", { type: textOf(reader, type, place) });
}

export function rejected(reader: Reader, { node }: Place, report: () => void): Reading {
  report();
  return { type: unreadable(reader, node) };
}
