import { isScalar, type ScalarShape } from "../model/scalars.js";
import type { Json, NamedType, Property, Type } from "../model/type.js";
import { exampleScalar } from "../schema/example-of.js";

/** What a sample is made by. */
export interface Sampling {
  /** Named types by name. */
  readonly types: ReadonlyMap<string, NamedType>;
  /** Values that are given, by path. */
  readonly values: Readonly<Record<string, Json>>;
  /** Gets the path of each value that cannot be made up, with the reason. */
  readonly unknown: (path: string, reason: string) => unknown;
}

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
  if (type.shape === "boolean") return false;
  if (type.shape === "string" && type.reference !== undefined)
    return asked(path, `is the name of an existing ${type.reference.kind}`, sampling);
  const word = (path.split(".").at(-1) ?? "").replaceAll(/[^A-Za-z]/g, "");
  const value = exampleScalar(type, word || "text");
  if (value !== undefined) return value;
  const { pattern, format } = type.constraints;
  const reason = format === undefined ? "has narrow bounds" : `has the format ${format}`;
  return asked(path, pattern === undefined ? reason : `must match ${pattern}`, sampling);
}

function sampleNamed(name: string, path: string, sampling: Sampling): Json {
  const named = sampling.types.get(name);
  // A type that needs itself has no smallest value.
  if (named === undefined || path.split(/[.[]/).length > 20) return asked(path, `is of the type ${name}`, sampling);
  return sampleValue(named.type, path, sampling);
}

function asked(path: string, reason: string, { unknown }: Sampling): Json {
  unknown(path, reason);
  return null;
}
