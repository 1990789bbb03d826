import type { ts } from "ts-morph";

import { shortText } from "../../diagnostic/short-text.js";
import type { Type } from "../../model/type.js";
import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { hasFlags, isUnknownType } from "./parts.js";
import { type Place, reject, textOf } from "./place.js";
import { anyJson, literals, typeAt } from "./plain-types.js";
import { reportLostSources } from "./report-lost-sources.js";
import { reportTagsInText } from "./report-lost-tags.js";
import { aliasOf, isReferenceNode, symbolOf } from "./spelling.js";
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

/** Says why the compiler could not tell what a type is: a name leads nowhere, or the type leads back to itself. */
function reportUnknown(type: ts.Type, place: Place): Type {
  const { reader, spelling, isExact } = place;
  const missing = spelling && missingName(reader, spelling.node, new Set());
  if (missing === undefined) return reject(place, isExact ? "CM3019" : "CM3005", { type: textOf(type, place) });
  const isForeign = reader.symbols.isForeign(missing);
  const at = isForeign ? { ...place, isExact: false } : { ...place, node: missing, isExact: true };
  return reject(at, "CM3004", { name: shortText(nameOf(missing).getText()) });
}

function nameOf(missing: ts.Node): ts.Node {
  if (compiler.isTypeReferenceNode(missing)) return missing.typeName;
  return compiler.isExpressionWithTypeArguments(missing) ? missing.expression : missing;
}

/** The first name that leads nowhere, in a node and in the aliases it refers to. */
function missingName(reader: Reader, node: ts.Node, seen: Set<ts.Node>): ts.Node | undefined {
  if (seen.has(node)) return undefined;
  seen.add(node);
  if (compiler.isTypeQueryNode(node)) return reader.symbols.of(node.exprName) === undefined ? node : undefined;
  if (compiler.isImportTypeNode(node) && node.isTypeOf) return undefined;
  const symbol = symbolOf(reader, node);
  if (isReferenceNode(node) && symbol === undefined) return node;
  const inner = (child: ts.Node): ts.Node | undefined => missingName(reader, child, seen);
  const alias = aliasOf(symbol);
  return (alias && inner(alias.type)) ?? compiler.forEachChild(node, inner);
}
