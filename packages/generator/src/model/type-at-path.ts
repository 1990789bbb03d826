import type { IndexValueType, Model, ProjectModel } from "./model.js";
import { isIndexedScalar } from "./scalars.js";
import type { NamedType, Type } from "./type.js";

/** How a type names a model: by its kind, and by its API version where the reader says it. */
export type ModelReference = Pick<Extract<Type, { shape: "model" }>, "name" | "apiVersion">;

/** Looks up named types and models, for walks through a project's types. */
export interface TypeLookup {
  typeNamed(name: string): NamedType | undefined;
  modelOf(reference: ModelReference): Model | undefined;
}

export function typeLookup(project: Pick<ProjectModel, "models" | "types">): TypeLookup {
  const types = new Map(project.types.map((type) => [type.name, type]));
  const models = new Map(
    project.models.flatMap((model) => [
      [model.kind, model],
      [`${model.group}/${model.version} ${model.kind}`, model],
    ]),
  );
  return {
    typeNamed: (name) => types.get(name),
    modelOf: ({ apiVersion, name }) => models.get(apiVersion === undefined ? name : `${apiVersion} ${name}`),
  };
}

/** The type a reference stands for, through references to references. */
export function resolved(lookup: TypeLookup, type: Type): Type {
  const seen = new Set<string>();
  let current = type;
  while (current.shape === "ref" && !seen.has(current.name)) {
    seen.add(current.name);
    const named = lookup.typeNamed(current.name);
    if (named === undefined) return current;
    current = named.type;
  }
  return current;
}

/** What a value may be where it is there: the members of a union but `null`, references resolved. */
export function alternatives(lookup: TypeLookup, type: Type, seen: Set<Type> = new Set()): readonly Type[] {
  const target = resolved(lookup, type);
  if (target.shape === "null" || seen.has(target)) return [];
  if (target.shape !== "union") return [target];
  seen.add(target);
  return target.members.flatMap((member) => alternatives(lookup, member, seen));
}

/** Whether `null` is a value of a type. */
export function isNullable(lookup: TypeLookup, type: Type): boolean {
  const target = resolved(lookup, type);
  if (target.shape === "union") return target.members.some((member) => isNullable(lookup, member));
  return target.shape === "null";
}

/**
 * The types a dotted path leads to in a model's object, one for each way through its unions; empty where one of the ways has no
 * such property.
 */
export function typesAtPath(lookup: TypeLookup, model: Model, path: readonly string[]): readonly Type[] {
  const [first, ...rest] = path;
  const part = first === "spec" ? model.spec : first === "status" ? model.status : undefined;
  let current = part === undefined ? [] : alternatives(lookup, part.type);
  for (const name of rest) {
    const next = current.map((type) => propertyTypes(lookup, type, name));
    current = next.every((types) => types.length > 0) ? next.flat() : [];
  }
  return current;
}

function propertyTypes(lookup: TypeLookup, type: Type, name: string): readonly Type[] {
  if (type.shape !== "object") return [];
  const property = type.properties.find((candidate) => candidate.name === name);
  return property === undefined ? [] : alternatives(lookup, property.type);
}

/** Names of the fields that values of these types have. */
export function fieldNames(lookup: TypeLookup, types: readonly Type[]): readonly string[] {
  return types
    .flatMap((type) => alternatives(lookup, type))
    .flatMap((type) => (type.shape === "object" ? type.properties.map(({ name }) => name) : []));
}

/** The types of the values an index by path holds: of a list's elements for one of many values. Empty where there are none. */
export function indexedTypes(
  lookup: TypeLookup,
  model: Model,
  index: { readonly path: readonly string[]; readonly multi: boolean },
): readonly Type[] {
  const types = typesAtPath(lookup, model, index.path);
  if (!index.multi) return types;
  const elements = types.map((type) => elementTypes(type).flatMap((element) => alternatives(lookup, element)));
  return elements.every((found) => found.length > 0) ? elements.flat() : [];
}

function elementTypes(type: Type): readonly Type[] {
  if (type.shape === "array") return [type.items];
  if (type.shape !== "tuple") return [];
  return type.rest === undefined ? type.items : [...type.items, type.rest];
}

/** What an index over values of these types holds; `undefined` where they are no scalars or not of one sort. */
export function indexValueType(types: readonly Type[]): IndexValueType | undefined {
  const [first, ...others] = new Set(types.map(scalarType));
  return others.length === 0 ? first : undefined;
}

function scalarType(type: Type): IndexValueType | undefined {
  if (isIndexedScalar(type)) return type.shape;
  if (type.shape === "literal") return literalType(type.value);
  return type.shape === "enum" ? sameType(type.values.map(literalType)) : undefined;
}

function literalType(value: string | number | boolean): IndexValueType {
  if (typeof value === "number") return Number.isSafeInteger(value) ? "integer" : "number";
  return typeof value === "string" ? "string" : "boolean";
}

function sameType(types: readonly IndexValueType[]): IndexValueType | undefined {
  const distinct = new Set(types);
  if (distinct.size === 2 && distinct.has("integer") && distinct.has("number")) return "number";
  return distinct.size === 1 ? types[0] : undefined;
}
