import { jsonEqual } from "@cmgen/model/internal";

type Keywords = { readonly [keyword: string]: unknown };

/** Compared elsewhere, or of no consequence for what is valid. */
const OTHERS: ReadonlySet<string> = new Set(
  "type properties required additionalProperties patternProperties items prefixItems anyOf default title description examples deprecated readOnly enum const".split(
    " ",
  ),
);

/** What values of the new schema may not be that those of the old may, each as the end of a sentence about them. */
export function narrowedConstraints(old: Keywords, next: Keywords): readonly string[] {
  const keywords = Object.keys(next).filter((keyword) => !OTHERS.has(keyword) && next[keyword] !== undefined);
  return [
    ...lostValues(old, next),
    ...keywords.filter((keyword) => !holds(keyword, old, next)).map((keyword) => describe(keyword, next[keyword])),
    ...lostKeys(old, next),
  ];
}

function lostValues(old: Keywords, next: Keywords): readonly string[] {
  const allowed = valuesOf(next);
  if (allowed === undefined) return [];
  const before = valuesOf(old);
  if (before === undefined) return [`must be one of ${allowed.map((value) => JSON.stringify(value)).join(", ")}`];
  const lost = before.filter((value) => !allowed.some((other) => jsonEqual(value, other)));
  return lost.length === 0 ? [] : [`may no longer be ${lost.map((value) => JSON.stringify(value)).join(", ")}`];
}

function valuesOf(schema: Keywords): readonly unknown[] | undefined {
  if (Object.hasOwn(schema, "const")) return [schema["const"]];
  return Array.isArray(schema["enum"]) ? schema["enum"] : undefined;
}

/** Keys of a map that a pattern no longer allows. */
function lostKeys(old: Keywords, next: Keywords): readonly string[] {
  const [before, after] = [old, next].map((schema) => Object.keys(schema["patternProperties"] ?? {})[0]);
  return after === undefined || after === before ? [] : [`must have keys that match ${after}`];
}

/** Whether whatever keeps the old schema keeps this keyword of the new one. */
function holds(keyword: string, old: Keywords, next: Keywords): boolean {
  const bound = next[keyword];
  if (jsonEqual(old[keyword], bound)) return true;
  const [before, after] = [old[keyword], bound];
  switch (keyword) {
    case "uniqueItems":
      return bound === false;
    case "multipleOf":
      return typeof before === "number" && typeof after === "number" && Number.isInteger(before / after);
    case "minLength":
    case "minItems":
    case "minProperties":
      return after === 0 || isAtLeast(before, after);
    case "minimum":
      return isAtLeast(before, after) || isAtLeast(old["exclusiveMinimum"], after);
    case "exclusiveMinimum":
      return isAtLeast(before, after) || (isAtLeast(old["minimum"], after) && old["minimum"] !== after);
    case "maxLength":
    case "maxItems":
    case "maxProperties":
      return isAtLeast(after, before);
    case "maximum":
      return isAtLeast(after, before) || isAtLeast(after, old["exclusiveMaximum"]);
    case "exclusiveMaximum":
      return isAtLeast(after, before) || (isAtLeast(after, old["maximum"]) && old["maximum"] !== after);
    default:
      // Of a format, a pattern or a keyword of the author's own it is not known which values both allow.
      return false;
  }
}

function isAtLeast(value: unknown, bound: unknown): boolean {
  return typeof value === "number" && typeof bound === "number" && value >= bound;
}

function describe(keyword: string, value: unknown): string {
  return `has a new ${keyword}: ${JSON.stringify(value)}`;
}
