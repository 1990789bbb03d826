import { diagnose } from "../../diagnostic/diagnose.js";
import { canConstrain } from "../../model/constraint-scope.js";
import { isScalarShape, scalarOf, type ScalarShape } from "../../model/scalars.js";
import { resolved } from "../../model/type-at-path.js";
import type { Constraints, Type } from "../../model/type.js";
import { isUnreadable } from "../types/is-whole-type.js";
import type { Rule } from "../rule.js";

/** A constraint stands on a type that it can constrain (spec 2.4). */
export const tagsApply: Rule = function* ({ types, lookup }) {
  for (const type of types) {
    const target = resolved(lookup, type);
    if (isUnreadable(target)) continue;
    for (const tag of tagsOf(type)) {
      if (canConstrain(type.constraints, tag, target.shape)) continue;
      yield diagnose("CM4006", type.tagSpans?.[tag] ?? type.span, {
        tag,
        type: wordFor(target.shape),
        takes: takers(tag),
      });
    }
  }
};

/** Constraints that come from tags; a template literal type's pattern is its own. */
function tagsOf(type: Type): readonly (keyof Constraints)[] {
  return (Object.keys(type.constraints) as (keyof Constraints)[]).filter((name) => type.tagSpans?.[name] !== undefined);
}

function wordFor(shape: Type["shape"]): string {
  return isScalarShape(shape) ? scalarOf(shape).words.author : words[shape];
}

const words: Readonly<Record<Exclude<Type["shape"], ScalarShape>, string>> = {
  literal: "a literal",
  enum: "an enumeration",
  array: "a list",
  tuple: "a tuple",
  record: "a record",
  object: "an object",
  union: "any member of this union",
  ref: "a type that only refers to itself",
  model: "an object of a model",
  json: "JSON of any kind",
};

function takers(tag: keyof Constraints): string {
  if (tag === "format") return "a string, or with a numeric format a number";
  const shapes = (["string", "number", "array", "object"] as const).filter((shape) => canConstrain({}, tag, shape));
  return shapes.map(wordFor).join(" or ");
}
