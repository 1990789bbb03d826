import { canConstrain } from "./constraint-scope.js";
import type { Constraints, TagSpans, Type } from "./type.js";

/** Constraints that tags add, and where the tags stand. */
interface Tags {
  readonly constraints: Constraints;
  readonly tagSpans: TagSpans;
}

/** The type with constraints added; those it had of the same name give way, but not the form of a template literal type. */
export function constrained(type: Type, { constraints, tagSpans }: Tags): Type {
  const names = constraintsOf(constraints);
  if (names.length === 0) return type;
  const spans = { ...type.tagSpans, ...picked(tagSpans, names) };
  const pattern = type.shape === "string" && type.templates !== undefined && withForm(type.constraints, constraints);
  return { ...type, constraints: { ...type.constraints, ...constraints, ...pattern }, tagSpans: spans };
}

/** A pattern that wants both: what the template is, which starts with `^` and ends with `$`, and what a tag adds. */
function withForm({ pattern: form }: Constraints, { pattern }: Constraints): Pick<Constraints, "pattern"> | undefined {
  if (form === undefined || pattern === undefined) return undefined;
  const added = `[\\s\\S]*?(?:${pattern})`;
  return { pattern: form.endsWith(added) ? form : `^(?=${form})${added}` };
}

/** The type with those constraints added that can be about it. */
export function constrainedAsPossible(type: Type, { constraints, tagSpans }: Tags): Type {
  const names = constraintsOf(constraints).filter(
    (name) => type.shape === "ref" || canConstrain(constraints, name, type.shape),
  );
  return constrained(type, { constraints: picked(constraints, names), tagSpans: picked(tagSpans, names) });
}

export function constraintsOf(constraints: Constraints): readonly (keyof Constraints)[] {
  return Object.keys(constraints) as (keyof Constraints)[];
}

/** Those members of an object that are there, of some names. */
export function picked<T extends object>(from: T, names: readonly (keyof T)[]): Partial<T> {
  const picks: Partial<T> = {};
  for (const name of names) if (from[name] !== undefined) picks[name] = from[name];
  return picks;
}
