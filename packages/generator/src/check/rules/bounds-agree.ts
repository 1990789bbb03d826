import { diagnose } from "../../diagnostic/diagnose.js";
import { resolved, type TypeLookup } from "../../model/type-at-path.js";
import type { Constraints, TagSpans, Type } from "../../model/type.js";
import type { Rule } from "../rule.js";

/** The constraints of a type, its aliases' included, leave some value (spec 2.4). */
export const boundsAgree: Rule = function* ({ types, lookup }) {
  for (const type of types) {
    // Without tags of its own a reference says what its target does, and that is looked at by itself.
    if (Object.keys(type.constraints).length === 0) continue;
    const { constraints, tagSpans } = effectiveConstraints(lookup, type);
    const conflict = contradiction(constraints, resolved(lookup, type));
    if (conflict === undefined) continue;
    const [tag, other] = conflict;
    const span = type.tagSpans?.[tag] ?? type.tagSpans?.[other] ?? tagSpans[tag] ?? type.span;
    yield diagnose("CM4007", span, { tag: written(tag, constraints), other: written(other, constraints) });
  }
};

type Constrained = { readonly constraints: Constraints; readonly tagSpans: TagSpans };

/** The constraints of a type with those of the aliases it stands for; the nearest win. */
function effectiveConstraints(lookup: TypeLookup, type: Type, depth = 0): Constrained {
  const { constraints, tagSpans = {} } = type;
  const named = type.shape === "ref" && depth < 100 ? lookup.typeNamed(type.name) : undefined;
  if (named === undefined) return { constraints, tagSpans };
  const base = effectiveConstraints(lookup, named.type, depth + 1);
  return { constraints: { ...base.constraints, ...constraints }, tagSpans: { ...base.tagSpans, ...tagSpans } };
}

type Name = keyof Constraints;
type Conflict = readonly [tag: Name, other: Name];

/** The first pair of constraints that no value keeps both of. */
function contradiction(constraints: Constraints, type: Type): Conflict | undefined {
  const pairs: readonly Conflict[] = [
    ["maxLength", "minLength"],
    ["maxItems", "minItems"],
    ["maxProperties", "minProperties"],
    ["maximum", "minimum"],
    ["maximum", "exclusiveMinimum"],
    ["exclusiveMaximum", "minimum"],
    ["exclusiveMaximum", "exclusiveMinimum"],
  ];
  return pairs.find(([upper, lower]) => leaveNothing({ upper, lower }, constraints, type));
}

interface Bounds {
  readonly upper: Name;
  readonly lower: Name;
}

function leaveNothing({ upper, lower }: Bounds, constraints: Constraints, { shape }: Type): boolean {
  const [high, low] = [constraints[upper], constraints[lower]];
  if (typeof high !== "number" || typeof low !== "number") return false;
  const isOpen = upper === "exclusiveMaximum" || lower === "exclusiveMinimum";
  if (high < low || (isOpen && high === low)) return true;
  const step = constraints.multipleOf ?? (shape === "integer" ? 1 : undefined);
  return (
    step !== undefined &&
    (upper === "maximum" || upper === "exclusiveMaximum") &&
    !hasMultiple({ high, low, step }, { upper, lower })
  );
}

/** Whether some multiple of `step` lies between the bounds. */
function hasMultiple(
  { high, low, step }: { high: number; low: number; step: number },
  { upper, lower }: Bounds,
): boolean {
  let multiple = Math.ceil(low / step) * step;
  if (lower === "exclusiveMinimum" && multiple <= low) multiple += step;
  return upper === "exclusiveMaximum" ? multiple < high : multiple <= high;
}

function written(name: Name, constraints: Constraints): string {
  return `@${name} ${String(constraints[name])}`;
}
