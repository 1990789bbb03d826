import type { ts } from "ts-morph";

import { compareText } from "../../model/compare-text.js";
import { compiler } from "../compiler.js";
import { type Group, matchSpelling } from "./match-spelling.js";
import { hasFlags, partsOf } from "./parts.js";
import type { Place } from "./place.js";
import type { Spelling } from "./spelling.js";

type Spelled = Pick<Place, "reader" | "spelling">;

/**
 * The members of a union in groups: each named type among them, and what has no name, one by one. First comes what the spelling
 * tells, in its order. The checker numbers types as it meets them, all over the program: the others are put into an order that does
 * not depend on that.
 */
export function typeGroups(types: readonly ts.Type[], { reader, spelling }: Spelled): readonly Group[] {
  const spelled = spelling === undefined ? [] : matchSpelling(spelling, types);
  const left = types.filter((type) => !spelled.some((group) => group.types.includes(type)));
  const enums = left.length < 2 ? [] : wholeEnums(reader.checker, left);
  const rest = left.filter((type) => !enums.some((group) => group.types.includes(type)));
  const others = [...enums, ...inOwnOrder(reader.checker, rest).map((type): Group => ({ types: [type] }))];
  // Next to what nobody knows the place of, `null` comes last.
  const isNull = ({ types: [type] }: Group): boolean => type !== undefined && hasFlags(type, compiler.TypeFlags.Null);
  if (others.length === 0) return spelled;
  return [...spelled.filter((group) => !isNull(group)), ...others, ...spelled.filter(isNull)];
}

/** The enums of which every member is there. */
function wholeEnums(checker: ts.TypeChecker, types: readonly ts.Type[]): readonly Group[] {
  const owners = types.flatMap((type) =>
    hasFlags(type, compiler.TypeFlags.EnumLiteral) ? [checker.getBaseTypeOfLiteralType(type)] : [],
  );
  return [...new Set(owners)].flatMap((owner) => {
    const members = owner.isUnion() ? owner.types : [];
    const symbol = owner.getSymbol();
    const isWhole = symbol !== undefined && members.length > 0 && members.every((member) => types.includes(member));
    return isWhole ? [{ types: members, symbol }] : [];
  });
}

/** The types in an order that depends on nothing but them. */
function inOwnOrder(checker: ts.TypeChecker, types: readonly ts.Type[]): readonly ts.Type[] {
  if (types.length < 2) return types;
  const keyed = types.map((type) => ({ type, key: orderKey(checker, type) }));
  return keyed.sort((a, b) => compareText(a.key, b.key)).map(({ type }) => type);
}

function orderKey(checker: ts.TypeChecker, type: ts.Type): string {
  const { TypeFlags } = compiler;
  const declaration = type.getSymbol()?.declarations?.[0];
  const text = checker.typeToString(type);
  if (hasFlags(type, TypeFlags.Null)) return "9";
  if (hasFlags(type, TypeFlags.EnumLiteral | TypeFlags.Object)) {
    const isScalar = hasFlags(type, TypeFlags.EnumLiteral);
    const place = declaration === undefined ? "" : `${declaration.getSourceFile().fileName} ${padded(declaration.pos)}`;
    return `${isScalar ? "3" : "4"} ${place} ${text}`;
  }
  if (type.isNumberLiteral()) return `2 ${type.value < 0 ? "" : "+"}${padded(type.value)}`;
  return `${hasFlags(type, TypeFlags.Literal) ? "1" : "0"} ${text}`;
}

function padded(value: number): string {
  return String(value).padStart(12, "0");
}

/** Stands for a part of a template that is more than some texts. */
const gap = "\0";
/** Past this many texts nobody looks for an order. */
const maxTexts = 1000;

/** The types that a template literal type makes, in the order in which its parts are written. */
export function templateOrder(types: readonly ts.Type[], { reader, spelling }: Spelled): readonly ts.Type[] {
  if (types.length < 2 || spelling === undefined || !compiler.isTemplateLiteralTypeNode(spelling.node)) return types;
  const { head, templateSpans } = spelling.node;
  let texts: readonly string[] = [head.text];
  for (const span of templateSpans) {
    const parts = partTexts({ reader, spelling: spelling.at(span.type) });
    texts = texts.flatMap((start) => parts.map((part) => `${start}${part}${span.literal.text}`));
    if (texts.length > maxTexts) return types;
  }
  const rank = new Map(texts.map((text, at) => [text, at]));
  return inOwnOrder(reader.checker, types).toSorted((a, b) => (rank.get(keyOf(a)) ?? 0) - (rank.get(keyOf(b)) ?? 0));
}

function keyOf(type: ts.Type): string {
  if (type.isStringLiteral()) return type.value;
  return hasFlags(type, compiler.TypeFlags.TemplateLiteral) ? (type as ts.TemplateLiteralType).texts.join(gap) : "";
}

function partTexts(spelled: Spelled & { readonly spelling: Spelling }): readonly string[] {
  const type = spelled.spelling.type();
  if (type === undefined) return [gap];
  if (hasFlags(type, compiler.TypeFlags.Boolean)) return ["true", "false"];
  const parts = typeGroups(partsOf(type), spelled).flatMap(({ types }) => types);
  return parts.map((part) => (part.isStringLiteral() || part.isNumberLiteral() ? String(part.value) : gap));
}
