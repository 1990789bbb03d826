import { apiVersionOf } from "@cmgen/model";

import type { FormatName } from "../model/formats.js";
import type { Model } from "../model/model.js";
import { isScalar, scalarOf, type ScalarShape } from "../model/scalars.js";
import { resolved } from "../model/type-at-path.js";
import type { Constraints, Json, Property, Type } from "../model/type.js";
import type { TypeIndex } from "./type-index.js";

type Shape<Name extends Type["shape"]> = Extract<Type, { shape: Name }>;

/** Types nested deeper are left out, or, where they must be there, no example is made. */
const MOST_LEVELS = 4;

interface Making {
  readonly index: TypeIndex;
  /** How many levels are left. */
  readonly levels: number;
}

/**
 * A value of a type for people to start from: what the declaration gives as an example or default, and small plain values else.
 * `undefined` where none can be made up that is sure to be valid.
 */
export function exampleOf(type: Type, index: TypeIndex): Json | undefined {
  return make(type, { index, levels: MOST_LEVELS });
}

/** An object of a model as a caller might send it. */
export function exampleObject(model: Model, index: TypeIndex): Json | undefined {
  const object = envelope(model, { index, levels: MOST_LEVELS });
  return object === undefined ? undefined : { metadata: object.metadata, ...object.parts };
}

function envelope(
  model: Model,
  making: Making,
): { metadata: Json; parts: { readonly [name: string]: Json } } | undefined {
  const metadata = { name: `my-${model.singular}` };
  if (model.spec === undefined) return { metadata, parts: {} };
  const spec = make(model.spec.type, making);
  if (spec !== undefined) return { metadata, parts: { spec } };
  return model.spec.required ? undefined : { metadata, parts: {} };
}

function make(type: Type, making: Making): Json | undefined {
  const deeper = { ...making, levels: making.levels - 1 };
  if (deeper.levels < 0) return undefined;
  if (isScalar(type)) return exampleScalar(type);
  switch (type.shape) {
    case "literal":
      return type.value;
    case "enum":
      return type.values[0];
    case "array":
      return exampleList(type, deeper);
    case "tuple":
      return allOf(type.items.slice(0, type.required).map((item) => make(item, deeper)));
    case "record":
      return (type.constraints.minProperties ?? 0) === 0 ? {} : undefined;
    case "object":
      return exampleMembers(type, deeper);
    case "union":
      return type.members
        .map((member) => make(member, deeper))
        .find((example) => example !== undefined && example !== null);
    case "ref":
      return exampleOfName(type, making);
    case "model":
      return nestedObject(making.index.model(type), deeper);
    case "json":
      return undefined;
  }
}

const exampleTexts: Readonly<Partial<Record<FormatName, string>>> = {
  "date-time": "2030-01-31T09:30:00.000Z",
  date: "2030-01-31",
  time: "09:30:00Z",
  duration: "PT1H30M",
  email: "ann@example.com",
  hostname: "www.example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  uri: "https://example.com/",
  "uri-reference": "/path",
  uuid: "f81d4fae-7dec-41d0-a765-00a0c91e6bf6",
  "json-pointer": "/a/b",
  regex: ".*",
  byte: "aGVsbG8=",
  int64: "1",
};

/** A value of a scalar; a text without a format is made of `word`. */
export function exampleScalar({ shape, constraints }: Shape<ScalarShape>, word = "text"): Json | undefined {
  const { json, format } = scalarOf(shape);
  if (json === "string") return exampleText({ ...constraints, ...(format && { format }) }, word);
  if (json === "number") return exampleNumber(constraints);
  return json === "boolean" ? true : null;
}

function exampleText(
  { pattern, format, minLength = 0, maxLength = Infinity }: Constraints,
  word: string,
): string | undefined {
  const text =
    format === undefined ? word.padEnd(minLength, "x").slice(0, maxLength) : exampleTexts[format as FormatName];
  const fits = text !== undefined && text.length >= minLength && text.length <= maxLength;
  return fits && (pattern === undefined || new RegExp(pattern, "u").test(text)) ? text : undefined;
}

/** The least whole step at or above the lower bound, 1 where there is none. */
function exampleNumber(constraints: Constraints): number | undefined {
  const { minimum, exclusiveMinimum, maximum = Infinity, exclusiveMaximum = Infinity, multipleOf = 1 } = constraints;
  const least = Math.max(minimum ?? -Infinity, exclusiveMinimum ?? -Infinity);
  const start = least === -Infinity ? Math.min(1, maximum) : least;
  const steps = Math.ceil(start / multipleOf);
  const number = steps * multipleOf === exclusiveMinimum ? (steps + 1) * multipleOf : steps * multipleOf;
  const isWithin = number >= least && number <= maximum && number < exclusiveMaximum && Number.isSafeInteger(number);
  return isWithin ? number : undefined;
}

function exampleList({ items, constraints }: Shape<"array">, making: Making): Json | undefined {
  const { minItems = 0, maxItems = 1 } = constraints;
  if (minItems > 1) return undefined;
  const item = maxItems > 0 ? make(items, making) : undefined;
  if (item !== undefined) return [item];
  return minItems === 0 ? [] : undefined;
}

/** Properties that must be there, and of the others those that are plain or have an example of their own. */
function exampleMembers({ properties, constraints }: Shape<"object">, making: Making): Json | undefined {
  const members: [string, Json][] = [];
  for (const property of properties) {
    const example =
      property.required || isTelling(property, making.index) ? exampleOfProperty(property, making) : undefined;
    if (example !== undefined) members.push([property.name, example]);
    else if (property.required) return undefined;
  }
  const { minProperties = 0, maxProperties = Infinity } = constraints;
  return members.length >= minProperties && members.length <= maxProperties ? Object.fromEntries(members) : undefined;
}

function isTelling({ type, documentation, default: value }: Property, index: TypeIndex): boolean {
  if (value !== undefined || (documentation.examples ?? []).length > 0) return true;
  const own = resolved(index, type);
  const { shape } = own.shape === "array" ? resolved(index, own.items) : own;
  return shape !== "object" && shape !== "model" && shape !== "union" && shape !== "record" && shape !== "json";
}

function exampleOfProperty({ type, documentation, default: value }: Property, making: Making): Json | undefined {
  return documentation.examples?.[0] ?? value ?? make(type, making);
}

function exampleOfName(type: Shape<"ref">, making: Making): Json | undefined {
  const named = making.index.named(type.name);
  const [given] = named.documentation.examples ?? [];
  if (given !== undefined) return given;
  const constraints = { ...named.type.constraints, ...type.constraints };
  return make(
    { ...named.type, constraints },
    named.type.shape === "ref" ? { ...making, levels: making.levels - 1 } : making,
  );
}

function nestedObject(model: Model, making: Making): Json | undefined {
  const object = envelope(model, making);
  return object === undefined
    ? undefined
    : { apiVersion: apiVersionOf(model), kind: model.kind, metadata: object.metadata, ...object.parts };
}

function allOf(examples: readonly (Json | undefined)[]): readonly Json[] | undefined {
  const known = examples.filter((example) => example !== undefined);
  return known.length === examples.length ? known : undefined;
}
