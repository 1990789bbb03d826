import type { ts } from "ts-morph";

import type { Type } from "../../model/type.js";
import { compiler } from "../compiler.js";
import { hasFlags, isUnknownType } from "./parts.js";
import { type Place, reject, textOf } from "./place.js";
import { anyJson, literals, typeAt } from "./plain-types.js";
import { reportLostSources, reportTagsInText } from "./lost-tags.js";
import { reportUnknown } from "./report-unknown.js";
import { readTemplates, readTextsOfAll } from "./template-literal.js";

/** Reads what is neither an object nor made of other types; `undefined` for what is. */
export function readScalar(type: ts.Type, place: Place): Type | undefined {
  const { TypeFlags } = compiler;
  const has = (flags: ts.TypeFlags): boolean => hasFlags(type, flags);
  if (has(TypeFlags.TemplateLiteral | TypeFlags.StringMapping | TypeFlags.String)) reportTagsInText(place);
  if (has(TypeFlags.String | TypeFlags.Number)) reportLostSources(type, place);
  if (isUnknownType(type)) return reportUnknown(type, place);
  if (has(TypeFlags.Any | TypeFlags.Unknown | TypeFlags.NonPrimitive)) return readAnything(type, place);
  if (has(TypeFlags.Null)) return typeAt(place, { shape: "null" });
  if (type.isStringLiteral() || type.isNumberLiteral()) return literals(place, [type.value]);
  if (has(TypeFlags.BooleanLiteral)) return literals(place, [place.reader.checker.typeToString(type) === "true"]);
  if (has(TypeFlags.TemplateLiteral)) return readTemplates([type as ts.TemplateLiteralType], place);
  if (has(TypeFlags.StringMapping)) return readTextsOfAll([type], place);
  if (has(TypeFlags.BigIntLike)) return reject(place, "CM3015", {});
  if (has(TypeFlags.String)) return typeAt(place, { shape: "string" });
  if (has(TypeFlags.Number)) return typeAt(place, { shape: "number" });
  if (has(TypeFlags.Object | TypeFlags.Intersection | TypeFlags.Enum)) return undefined;
  return reject(place, "CM3001", { type: textOf(type, place) });
}

/** `any`, `unknown`, `object` and `{}`, which `@additionalProperties` makes something of. */
export function readAnything(type: ts.Type, place: Place): Type {
  if (place.isFree !== true) return reject(place, "CM3005", { type: textOf(type, place) });
  const values = anyJson(place);
  const isAny = hasFlags(type, compiler.TypeFlags.Any | compiler.TypeFlags.Unknown);
  return isAny ? values : typeAt(place, { shape: "record", constraints: {}, values });
}
