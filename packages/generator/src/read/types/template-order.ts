import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { spelledType } from "./denoted.js";
import { hasFlags, partsOf } from "./parts.js";
import type { Place } from "./place.js";
import { inScope, type Spelling } from "./spelling.js";
import { typeGroups } from "./type-groups.js";

/** Stands for a part that is more than some texts. */
const gap = "\0";
/** Past this many texts nobody looks for an order. */
const maxTexts = 1000;

/** The types that a template literal type makes, in the order in which its parts are written. */
export function templateOrder(reader: Reader, types: readonly ts.Type[], { spelling }: Place): readonly ts.Type[] {
  if (types.length < 2 || spelling === undefined || !compiler.isTemplateLiteralTypeNode(spelling.node)) return types;
  const { head, templateSpans } = spelling.node;
  let texts: readonly string[] = [head.text];
  for (const span of templateSpans) {
    const parts = partTexts(reader, inScope(spelling, span.type));
    texts = texts.flatMap((start) => parts.map((part) => `${start}${part}${span.literal.text}`));
    if (texts.length > maxTexts) return types;
  }
  const rank = new Map(texts.map((text, at) => [text, at]));
  return [...types].sort((a, b) => (rank.get(keyOf(a)) ?? 0) - (rank.get(keyOf(b)) ?? 0));
}

function keyOf(type: ts.Type): string {
  if (type.isStringLiteral()) return type.value;
  return hasFlags(type, compiler.TypeFlags.TemplateLiteral) ? (type as ts.TemplateLiteralType).texts.join(gap) : "";
}

function partTexts(reader: Reader, spelling: Spelling): readonly string[] {
  const type = spelledType(reader, spelling);
  if (type === undefined) return [gap];
  if (hasFlags(type, compiler.TypeFlags.Boolean)) return ["true", "false"];
  const place: Place = { node: spelling.node, path: "", isExact: true, spelling };
  const parts = typeGroups(reader, partsOf(type), place).flatMap(({ types }) => types);
  return parts.map((part) => (part.isStringLiteral() || part.isNumberLiteral() ? String(part.value) : gap));
}
