import { isTimestamp } from "@cmgen/model";

import { resolved, type TypeLookup } from "../../model/type-at-path.js";
import type { Json, Property, Type } from "../../model/type.js";
import { effectiveConstraints } from "./effective-constraints.js";
import { brokenConstraint } from "./broken-constraint.js";

type ObjectType = Extract<Type, { shape: "object" }>;

/** Why a value is none of a type, as the end of a sentence; `undefined` where it is one. Properties with defaults may be left out. */
export function misfit(lookup: TypeLookup, value: Json, type: Type): string | undefined {
  const target = resolved(lookup, type);
  return shapeMisfit(lookup, value, target) ?? brokenConstraint(value, effectiveConstraints(lookup, type).constraints);
}

function shapeMisfit(lookup: TypeLookup, value: Json, type: Type): string | undefined {
  switch (type.shape) {
    case "literal":
      return value === type.value ? undefined : `it is not ${JSON.stringify(type.value)}`;
    case "enum":
      return type.values.some((allowed) => allowed === value)
        ? undefined
        : `it is none of ${type.values.map((allowed) => JSON.stringify(allowed)).join(", ")}`;
    case "array":
      return Array.isArray(value) ? firstMisfit(value, (item) => misfit(lookup, item, type.items)) : "it is no list";
    case "tuple":
      return tupleMisfit(lookup, value, type);
    case "record":
      return isObject(value)
        ? firstMisfit(Object.values(value), (item) => misfit(lookup, item, type.values))
        : "it is no object";
    case "object":
      return isObject(value) ? objectMisfit(lookup, value, type) : "it is no object";
    case "union": {
      const misfits = type.members.map((member) => misfit(lookup, value, member));
      return misfits.includes(undefined) ? undefined : `it is of no member of the union (${misfits.join("; ")})`;
    }
    case "model":
      return isObject(value) ? undefined : "it is no object";
    case "json":
    case "ref":
      return undefined;
    default:
      return scalarMisfit(value, type.shape);
  }
}

type ScalarShape = "string" | "number" | "integer" | "int64" | "boolean" | "timestamp" | "null";

const scalarTests: Readonly<Record<ScalarShape, readonly [words: string, test: (value: Json) => boolean]>> = {
  string: ["a string", (value) => typeof value === "string"],
  number: ["a number", (value) => typeof value === "number"],
  integer: ["a whole number that a double holds", (value) => Number.isSafeInteger(value)],
  int64: ["a string of digits within 64 bits", (value) => typeof value === "string" && isInt64(value)],
  boolean: ["true or false", (value) => typeof value === "boolean"],
  timestamp: ["a string with date, time and zone", (value) => typeof value === "string" && isTimestamp(value)],
  null: ["null", (value) => value === null],
};

function scalarMisfit(value: Json, shape: ScalarShape): string | undefined {
  const [words, test] = scalarTests[shape];
  return test(value) ? undefined : `it is not ${words}`;
}

function isInt64(text: string): boolean {
  return /^(?:0|-?[1-9]\d{0,18})$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);
}

function tupleMisfit(lookup: TypeLookup, value: Json, type: Extract<Type, { shape: "tuple" }>): string | undefined {
  if (!Array.isArray(value)) return "it is no list";
  if (value.length < type.required) return `it has fewer than ${type.required} elements`;
  return firstMisfit(value, (item: Json, position) => {
    const expected = type.items[position] ?? type.rest;
    return expected === undefined ? `it has more than ${type.items.length} elements` : misfit(lookup, item, expected);
  });
}

function objectMisfit(
  lookup: TypeLookup,
  value: { readonly [key: string]: Json },
  type: ObjectType,
): string | undefined {
  const properties = new Map(type.properties.map((property) => [property.name, property]));
  const missing = type.properties.find((property) => isMissing(property, value));
  if (missing !== undefined) return `it has no \`${missing.name}\``;
  return firstMisfit(Object.entries(value), ([name, inner]) => {
    const expected = properties.get(name)?.type ?? type.additional;
    if (expected === undefined) return `\`${name}\` is no property of the type`;
    const problem = misfit(lookup, inner, expected);
    return problem === undefined ? undefined : `in \`${name}\`, ${problem}`;
  });
}

function isMissing({ name, required, default: given }: Property, value: object): boolean {
  return required && given === undefined && !Object.hasOwn(value, name);
}

function firstMisfit<T>(
  values: readonly T[],
  misfitOf: (value: T, position: number) => string | undefined,
): string | undefined {
  for (const [position, value] of values.entries()) {
    const problem = misfitOf(value, position);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
