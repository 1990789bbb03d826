import type { formats } from "@cmgen/model";

import { isScalar, scalarOf, type ScalarShape } from "../model/scalars.js";
import type { Json, NamedType, Property, Type } from "../model/type.js";

/** What a sample is made by. */
export interface Sampling {
  /** Named types by name. */
  readonly types: ReadonlyMap<string, NamedType>;
  /** Values that are given, by path. */
  readonly values: Readonly<Record<string, Json>>;
  /** Gets the path of each value that cannot be made up, with the reason. */
  readonly unknown: (path: string, reason: string) => unknown;
}

/** Values of the formats that a text may have. */
const samples: Readonly<Partial<Record<string, string>>> = {
  "date-time": "2026-01-01T00:00:00Z",
  date: "2026-01-01",
  time: "00:00:00Z",
  duration: "P1D",
  email: "someone@example.com",
  hostname: "www.example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  uri: "https://example.com/",
  "uri-reference": "/",
  uuid: "00000000-0000-4000-8000-000000000000",
  "json-pointer": "",
  regex: ".*",
  byte: "",
  int64: "1",
  int32: "1",
} satisfies Partial<Record<keyof typeof formats, string>>;

/** A value of a type with what must be in it and nothing else. */
export function sampleValue(type: Type, path: string, sampling: Sampling): Json {
  const given = sampling.values[path];
  if (given !== undefined) return given;
  if (isScalar(type)) return sampleScalar(type, path, sampling);
  switch (type.shape) {
    case "literal":
      return type.value;
    case "enum":
      return type.values[0] ?? null;
    case "json":
      return null;
    case "array":
      return Array.from({ length: type.constraints.minItems ?? 0 }, (_, at) =>
        sampleValue(type.items, `${path}[${at}]`, sampling),
      );
    case "tuple":
      return type.items.slice(0, type.required).map((item, at) => sampleValue(item, `${path}[${at}]`, sampling));
    case "record":
      return type.constraints.minProperties === undefined ? {} : asked(path, "must have properties", sampling);
    case "object":
      return sampleObject(type.properties, path, sampling);
    case "union":
      return sampleValue(type.members.find(({ shape }) => shape !== "null") ?? type, path, sampling);
    case "ref":
      return sampleNamed(type.name, path, sampling);
    case "model":
      return asked(path, `is an object of ${type.name}`, sampling);
  }
}

/** The required fields, and those that are given. */
export function sampleObject(properties: readonly Property[], path: string, sampling: Sampling): Json {
  const given = Object.keys(sampling.values);
  const wanted = properties.filter(({ name, required }) => {
    const own = path === "" ? name : `${path}.${name}`;
    return required || given.some((key) => key === own || key.startsWith(`${own}.`));
  });
  return Object.fromEntries(
    wanted.map((property) => {
      const own = path === "" ? property.name : `${path}.${property.name}`;
      const known = sampling.values[own] ?? property.default ?? property.documentation.examples?.[0];
      return [property.name, known ?? sampleValue(property.type, own, sampling)] as const;
    }),
  );
}

function sampleScalar(type: Extract<Type, { shape: ScalarShape }>, path: string, sampling: Sampling): Json {
  const { json, format } = scalarOf(type.shape);
  if (format !== undefined) return samples[format] ?? asked(path, `has the format ${format}`, sampling);
  if (type.shape === "string") return sampleText(type, path, sampling);
  if (json === "number") return sampleNumber(type, path, sampling);
  return json === "boolean" ? false : null;
}

function sampleNamed(name: string, path: string, sampling: Sampling): Json {
  const named = sampling.types.get(name);
  // A type that needs itself has no smallest value.
  if (named === undefined || path.split(/[.[]/).length > 20) return asked(path, `is of the type ${name}`, sampling);
  return sampleValue(named.type, path, sampling);
}

function sampleNumber({ constraints }: Type, path: string, sampling: Sampling): Json {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf = 1 } = constraints;
  const least = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + multipleOf);
  const most = maximum ?? (exclusiveMaximum === undefined ? Infinity : exclusiveMaximum - multipleOf);
  const value = Math.ceil((least ?? Math.min(1, most)) / multipleOf) * multipleOf;
  const fits = value <= most && (exclusiveMinimum === undefined || value > exclusiveMinimum);
  return fits ? value : asked(path, "has narrow bounds", sampling);
}

function sampleText(type: Extract<Type, { shape: "string" }>, path: string, sampling: Sampling): Json {
  const { pattern, format, minLength = 0, maxLength = Infinity } = type.constraints;
  if (type.reference !== undefined) return asked(path, `is the name of a ${type.reference.kind} that exists`, sampling);
  const known = format === undefined ? undefined : samples[format];
  const word =
    path
      .split(".")
      .at(-1)
      ?.replaceAll(/[^A-Za-z]/g, "") || "text";
  const value = known ?? word.padEnd(minLength, "x").slice(0, maxLength);
  const fits = (pattern === undefined || new RegExp(pattern, "u").test(value)) && value.length >= minLength;
  return fits ? value : asked(path, pattern === undefined ? "has narrow bounds" : `must match ${pattern}`, sampling);
}

function asked(path: string, reason: string, { unknown }: Sampling): Json {
  unknown(path, reason);
  return null;
}
