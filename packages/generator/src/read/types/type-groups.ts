import type { ts } from "ts-morph";

import { compareText } from "../../model/compare-text.js";
import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { type Group, matchSpelling } from "./match-spelling.js";
import { hasFlags } from "./parts.js";
import type { Place } from "./place.js";

/**
 * The members of a union in groups: each named type among them, and what has no name, one by one. First comes what the spelling
 * tells, in its order. The checker numbers types as it meets them, all over the program: the others are put into an order that does
 * not depend on that.
 */
export function typeGroups(reader: Reader, types: readonly ts.Type[], { spelling }: Place): readonly Group[] {
  const spelled = spelling === undefined ? [] : matchSpelling(reader, spelling, types);
  const left = types.filter((type) => !spelled.some((group) => group.types.includes(type)));
  const enums = left.length < 2 ? [] : wholeEnums(reader, left);
  const rest = left.filter((type) => !enums.some((group) => group.types.includes(type)));
  const others = [...enums, ...inOwnOrder(reader, rest).map((type): Group => ({ types: [type] }))];
  // Next to what nobody knows the place of, `null` comes last.
  const isNull = ({ types: [type] }: Group): boolean => type !== undefined && hasFlags(type, compiler.TypeFlags.Null);
  if (others.length === 0) return spelled;
  return [...spelled.filter((group) => !isNull(group)), ...others, ...spelled.filter(isNull)];
}

/** The enums of which every member is there. */
function wholeEnums(reader: Reader, types: readonly ts.Type[]): readonly Group[] {
  const owners = types.flatMap((type) =>
    hasFlags(type, compiler.TypeFlags.EnumLiteral) ? [reader.checker.getBaseTypeOfLiteralType(type)] : [],
  );
  return [...new Set(owners)].flatMap((owner) => {
    const members = owner.isUnion() ? owner.types : [];
    const symbol = owner.getSymbol();
    const isWhole = symbol !== undefined && members.length > 0 && members.every((member) => types.includes(member));
    return isWhole ? [{ types: members, symbol }] : [];
  });
}

/** The types in an order that depends on nothing but them. */
export function inOwnOrder(reader: Reader, types: readonly ts.Type[]): readonly ts.Type[] {
  if (types.length < 2) return types;
  const keyed = types.map((type) => ({ type, key: orderKey(reader, type) }));
  return keyed.sort((a, b) => compareText(a.key, b.key)).map(({ type }) => type);
}

function orderKey(reader: Reader, type: ts.Type): string {
  const { TypeFlags } = compiler;
  const declaration = type.getSymbol()?.declarations?.[0];
  const text = reader.checker.typeToString(type);
  if (hasFlags(type, TypeFlags.Null)) return "9";
  if (hasFlags(type, TypeFlags.EnumLiteral) || hasFlags(type, TypeFlags.Object)) {
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
