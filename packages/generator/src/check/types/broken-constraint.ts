import { formats, type Format } from "@cmgen/model";

import { knownFormats, type FormatName } from "../../model/formats.js";
import type { Constraints, Json } from "../../model/type.js";

/** Tells whether a value keeps a bound; values of other types keep it. */
type Test = (value: Json, bound: never) => boolean;

const tests: Readonly<Partial<Record<keyof Constraints, Test>>> = {
  format: (value, bound: string) => isOfFormat(value, bound),
  maxLength: (value, bound: number) => typeof value !== "string" || Array.from(value).length <= bound,
  minLength: (value, bound: number) => typeof value !== "string" || Array.from(value).length >= bound,
  pattern: (value, bound: string) => typeof value !== "string" || new RegExp(bound, "u").test(value),
  minimum: (value, bound: number) => typeof value !== "number" || value >= bound,
  maximum: (value, bound: number) => typeof value !== "number" || value <= bound,
  exclusiveMinimum: (value, bound: number) => typeof value !== "number" || value > bound,
  exclusiveMaximum: (value, bound: number) => typeof value !== "number" || value < bound,
  multipleOf: (value, bound: number) => typeof value !== "number" || isMultiple(value, bound),
  minItems: (value, bound: number) => !Array.isArray(value) || value.length >= bound,
  maxItems: (value, bound: number) => !Array.isArray(value) || value.length <= bound,
  uniqueItems: (value, bound: boolean) => !bound || !Array.isArray(value) || isUnique(value),
  minProperties: (value, bound: number) => sizeOf(value) >= bound,
  maxProperties: (value, bound: number) => !isObject(value) || sizeOf(value) <= bound,
};

/** The first constraint a value breaks, as the end of a sentence. */
export function brokenConstraint(value: Json, constraints: Constraints): string | undefined {
  for (const [name, bound] of Object.entries(constraints) as [keyof Constraints, never][]) {
    if (tests[name]?.(value, bound) === false) return `it breaks @${name} ${String(bound)}`;
  }
  return undefined;
}

function isOfFormat(value: Json, name: string): boolean {
  if (!isFormatName(name) || typeof value !== knownFormats[name]) return true;
  const format: Format = formats[name];
  // It has the type that the format is about.
  return format(value as never);
}

function isFormatName(name: string): name is FormatName {
  return Object.hasOwn(formats, name);
}

function isMultiple(value: number, step: number): boolean {
  const quotient = value / step;
  return Math.abs(quotient - Math.round(quotient)) < 1e-8;
}

function isUnique(values: readonly Json[]): boolean {
  return new Set(values.map((value) => JSON.stringify(value))).size === values.length;
}

function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Without an end for what is no object, so that it keeps a lower bound. */
function sizeOf(value: Json): number {
  return isObject(value) ? Object.keys(value).length : Number.POSITIVE_INFINITY;
}
