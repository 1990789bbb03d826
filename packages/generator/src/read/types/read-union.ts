import { canonicalText } from "../../model/canonical-text.js";
import type { Type } from "../../model/type.js";
import type { Place } from "./place.js";
import { literals, typeAt } from "./plain-types.js";
import type { Inherited, Reading } from "./reading.js";

type Literal = string | number | boolean;

/** The union of what was read: nested unions flattened, equal members once, literals gathered in one enum. */
export function combine(readings: readonly Reading[], place: Place): Reading {
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
