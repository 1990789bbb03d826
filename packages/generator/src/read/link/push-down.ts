import { canConstrain } from "../../model/constraint-scope.js";
import { resolved, type TypeLookup } from "../../model/type-at-path.js";
import type { Constraints, Type } from "../../model/type.js";
import { constrained } from "../types/annotated.js";

type Union = Extract<Type, { shape: "union" }>;

/** `@maxLength 10` on `Name | null` is about the name: it goes to the members it can constrain, and stays where there are none. */
export function pushedDown(lookup: TypeLookup, union: Union): Union {
  const names = Object.keys(union.constraints) as (keyof Constraints)[];
  if (names.length === 0) return union;
  const takes = (member: Type, name: keyof Constraints): boolean =>
    canConstrain(union.constraints, name, resolved(lookup, member).shape);
  const taken = names.filter((name) => union.members.some((member) => takes(member, name)));
  const { tagSpans = {}, ...rest } = union;
  const members = union.members.map((member) => {
    const own = taken.filter((name) => takes(member, name));
    return constrained(member, { constraints: picked(union.constraints, own), tagSpans: picked(tagSpans, own) });
  });
  const left = names.filter((name) => !taken.includes(name));
  const spans = left.length === 0 ? {} : { tagSpans: picked(tagSpans, left) };
  return { ...rest, members, constraints: picked(union.constraints, left), ...spans };
}

function picked<T extends object>(from: T, names: readonly (keyof T)[]): Partial<T> {
  const picks: Partial<T> = {};
  for (const name of names) if (from[name] !== undefined) picks[name] = from[name];
  return picks;
}
