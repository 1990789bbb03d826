import type { ts } from "ts-morph";

import type { Type } from "../../model/type.js";
import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { hasFlags, isUnknownType } from "./parts.js";
import { type Place, textOf } from "./place.js";
import { anyJson, literals, typeAt } from "./plain-types.js";
import { reportTagsInText, reportTagsOfSources } from "./report-lost-tags.js";
import { reportUnknown } from "./report-unknown.js";
import { readStringMapping, readTemplates } from "./template-literal.js";

/** Reads what is neither an object nor made of other types; `undefined` for what is. */
export function readScalar(reader: Reader, type: ts.Type, place: Place): Type | undefined {
  const { TypeFlags } = compiler;
  const { node } = place;
  const has = (flags: ts.TypeFlags): boolean => hasFlags(type, flags);
  if (has(TypeFlags.TemplateLiteral | TypeFlags.StringMapping | TypeFlags.String)) reportTagsInText(reader, place);
  if (has(TypeFlags.String | TypeFlags.Number)) reportTagsOfSources(reader, type, place);
  if (isUnknownType(type)) return reportUnknown(reader, type, place);
  if (has(TypeFlags.Any | TypeFlags.Unknown | TypeFlags.NonPrimitive)) return readAnything(reader, type, place);
  if (has(TypeFlags.Null)) return typeAt(reader, node, { shape: "null" });
  if (type.isStringLiteral() || type.isNumberLiteral()) return literals(reader, node, [type.value]);
  if (has(TypeFlags.BooleanLiteral)) return literals(reader, node, [reader.checker.typeToString(type) === "true"]);
  if (has(TypeFlags.TemplateLiteral)) return readTemplates(reader, [type as ts.TemplateLiteralType], place);
  if (has(TypeFlags.StringMapping)) return readStringMapping(reader, type as ts.StringMappingType, place);
  if (has(TypeFlags.BigIntLike)) return reader.reject(place, "CM3015", {});
  if (has(TypeFlags.String)) return typeAt(reader, node, { shape: "string" });
  if (has(TypeFlags.Number)) return typeAt(reader, node, { shape: "number" });
  if (has(TypeFlags.Object | TypeFlags.Intersection | TypeFlags.Enum)) return undefined;
  return reader.reject(place, "CM3001", { type: textOf(reader, type, place) });
}

/** `any`, `unknown`, `object` and `{}`, which `@additionalProperties` makes something of. */
export function readAnything(reader: Reader, type: ts.Type, place: Place): Type {
  if (place.isFree !== true) return reader.reject(place, "CM3005", { type: textOf(reader, type, place) });
  const values = anyJson(reader, place.node);
  const isAny = hasFlags(type, compiler.TypeFlags.Any | compiler.TypeFlags.Unknown);
  return isAny ? values : typeAt(reader, place.node, { shape: "record", constraints: {}, values });
}
