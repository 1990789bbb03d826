import { jsonEqual } from "@cmgen/model/internal";

import type { FieldPath } from "./field-path.js";
import type { ModelShape, ShapeSchema } from "../model/model-shape.js";
import { narrowedConstraints } from "./narrowed-constraints.js";

/**
 * How two releases of a model differ at one place. All but `added` break objects that are stored:
 *
 * - `added`: a field that objects may have, and need not;
 * - `required`: a field that objects must have now, and none gets by a default;
 * - `removed`: a field that objects may not have any more;
 * - `retyped`: no value of the old type is one of the new;
 * - `narrowed`: values that were allowed may not be any more.
 */
export interface Difference {
  readonly change: "added" | "required" | "removed" | "retyped" | "narrowed";
  readonly path: FieldPath;
  /** What is so, as the end of a sentence about the field. */
  readonly detail: string;
}

type Sides = Pick<ModelShape, "schema" | "types">;
type Keywords = { readonly [keyword: string]: unknown };

/** What differs between an earlier shape of a model and today's. Comments, examples and the order of fields do not count. */
export function compareShapes(old: Sides, next: Sides): readonly Difference[] {
  const comparison = new Comparison(old.types, next.types);
  return comparison.compare([], old.schema, next.schema);
}

const ANYTHING: Keywords = {};

class Comparison {
  readonly #old: ModelShape["types"];
  readonly #next: ModelShape["types"];
  /** Pairs of named types on the way to here: a recursive type is compared once. */
  readonly #under = new Set<string>();

  constructor(old: ModelShape["types"], next: ModelShape["types"]) {
    this.#old = old;
    this.#next = next;
  }

  compare(path: FieldPath, old: ShapeSchema, next: ShapeSchema): readonly Difference[] {
    const pair = JSON.stringify([refOf(old), refOf(next)]);
    const isNamed = refOf(old) !== undefined && refOf(next) !== undefined;
    if (isNamed && this.#under.has(pair)) return [];
    if (isNamed) this.#under.add(pair);
    try {
      return this.#values(path, resolve(old, this.#old), resolve(next, this.#next));
    } finally {
      if (isNamed) this.#under.delete(pair);
    }
  }

  #values(path: FieldPath, old: ShapeSchema, next: ShapeSchema): readonly Difference[] {
    if (old === false || isAnything(next)) return [];
    if (next === false) return [{ change: "removed", path, detail: "may not be there any more" }];
    const before = old === true ? ANYTHING : old;
    const [olds, nexts] = [alternatives(before, this.#old), alternatives(next === true ? ANYTHING : next, this.#next)];
    return olds.flatMap((one) => {
      const found = this.#alternative(path, one, nexts);
      const isGone = olds.length > 1 && found.some((difference) => isOther(difference, path));
      return isGone ? [{ change: "narrowed", path, detail: `may no longer be ${describe(one)}` }] : found;
    });
  }

  /** What one of the old alternatives lacks in the one of the new that is nearest to it. */
  #alternative(path: FieldPath, old: Keywords, nexts: readonly Keywords[]): readonly Difference[] {
    const found = nexts.map((next) => this.#single(path, old, next));
    const fitting = found.find((differences) => differences.every(({ change }) => change === "added"));
    if (fitting !== undefined) return fitting;
    const near = found.filter((differences) => !differences.some((difference) => isOther(difference, path)));
    const [only] = near;
    if (only !== undefined && near.length === 1) return only;
    if (near.length === 0) return found[0] ?? [];
    return [{ change: "narrowed", path, detail: "no longer has one of its alternatives" }];
  }

  #single(path: FieldPath, old: Keywords, next: Keywords): readonly Difference[] {
    if (Object.hasOwn(old, "const") && Object.hasOwn(next, "const") && !jsonEqual(old["const"], next["const"])) {
      return [{ change: "retyped", path, detail: `was ${describe(old)} and is ${describe(next)} now` }];
    }
    const [before, after] = [typeNamesOf(old), typeNamesOf(next)];
    const lost = before.filter((name) => !after.includes(name) && !(name === "integer" && after.includes("number")));
    if (lost.length === before.length) {
      return [{ change: "retyped", path, detail: `was ${before.join(" or ")} and is ${after.join(" or ")} now` }];
    }
    if (lost.length > 0) return [{ change: "narrowed", path, detail: `may no longer be ${lost.join(" or ")}` }];
    return [
      ...narrowedConstraints(old, next).map((detail): Difference => ({ change: "narrowed", path, detail })),
      ...(before.includes("object") ? this.#objects(path, old, next) : []),
      ...(before.includes("array") ? this.#lists(path, old, next) : []),
    ];
  }

  #objects(path: FieldPath, old: Keywords, next: Keywords): readonly Difference[] {
    const [before, after] = [fieldsOf(old), fieldsOf(next)];
    const required = namesIn(next["required"]);
    const had = namesIn(old["required"]);
    const differences = Object.entries(before).flatMap(([name, schema]) => {
      const field = after[name];
      const rest = openOf(next);
      if (field === undefined && rest === false)
        return [{ change: "removed", path: [...path, name], detail: "is not in the model any more" } as const];
      return this.compare([...path, name], schema, field ?? rest);
    });
    for (const [name, schema] of Object.entries(after)) {
      const place = [...path, name];
      const isNew = before[name] === undefined;
      const lacks = required.includes(name) && !had.includes(name) && !hasDefault(schema);
      if (lacks) differences.push({ change: "required", path: place, detail: "is required and has no default" });
      else if (isNew) differences.push({ change: "added", path: place, detail: "is new" });
      if (isNew) differences.push(...this.compare(place, openOf(old), schema));
    }
    return [...differences, ...this.compare([...path, "{}"], openOf(old), openOf(next))];
  }

  #lists(path: FieldPath, old: Keywords, next: Keywords): readonly Difference[] {
    const length = Math.max(placesOf(old).length, placesOf(next).length);
    const places = Array.from({ length }, (_, at) =>
      this.compare([...path, `[${at}]`], itemAt(old, at), itemAt(next, at)),
    );
    return [...places.flat(), ...this.compare([...path, "[]"], itemAt(old, length), itemAt(next, length))];
  }
}

/** Whether a difference says that two values have nothing in common: another type, or another value of a field that is one literal. */
function isOther({ change, path }: Difference, at: readonly string[]): boolean {
  return change === "retyped" && path.length <= at.length + 1;
}

/** A type, or the only value that it has. */
function describe(schema: Keywords): string {
  return Object.hasOwn(schema, "const") ? JSON.stringify(schema["const"]) : typeNamesOf(schema).join(" or ");
}

function refOf(schema: ShapeSchema): unknown {
  return typeof schema === "object" ? schema["$ref"] : undefined;
}

/** A schema with what it refers to written out; what stands beside the reference holds as well. */
function resolve(schema: ShapeSchema, types: ModelShape["types"]): ShapeSchema {
  const seen = new Set<string>();
  let resolved = schema;
  for (let ref = refOf(resolved); typeof ref === "string" && !seen.has(ref); ref = refOf(resolved)) {
    seen.add(ref);
    const { $ref: _, ...beside } = resolved as Keywords;
    const target = types[ref] ?? true;
    resolved = typeof target === "object" ? { ...target, ...beside } : target;
  }
  return resolved;
}

/** The members of a union, those of unions in it too. */
function alternatives(schema: Keywords, types: ModelShape["types"]): readonly Keywords[] {
  const { anyOf, ...beside } = schema;
  if (!Array.isArray(anyOf)) return [schema];
  return (anyOf as ShapeSchema[]).flatMap((member) => {
    const resolved = resolve(member, types);
    return typeof resolved === "object" ? alternatives({ ...resolved, ...beside }, types) : [beside];
  });
}

function isAnything(schema: ShapeSchema): boolean {
  return schema === true || (typeof schema === "object" && jsonEqual(schema, ANYTHING));
}

function fieldsOf(schema: Keywords): Readonly<Record<string, ShapeSchema>> {
  return (schema["properties"] ?? {}) as Readonly<Record<string, ShapeSchema>>;
}

/** What fields that are not named may hold. */
function openOf(schema: Keywords): ShapeSchema {
  const patterns = Object.values((schema["patternProperties"] ?? {}) as Readonly<Record<string, ShapeSchema>>);
  return patterns[0] ?? ((schema["additionalProperties"] ?? true) as ShapeSchema);
}

function namesIn(list: unknown): readonly unknown[] {
  return Array.isArray(list) ? list : [];
}

function hasDefault(schema: ShapeSchema): boolean {
  return typeof schema === "object" && Object.hasOwn(schema, "default");
}

function placesOf(schema: Keywords): readonly ShapeSchema[] {
  return (schema["prefixItems"] ?? []) as readonly ShapeSchema[];
}

function itemAt(schema: Keywords, at: number): ShapeSchema {
  return placesOf(schema)[at] ?? ((schema["items"] ?? true) as ShapeSchema);
}

const ALL = ["null", "boolean", "integer", "number", "string", "array", "object"] as const;

/** The JSON types that a schema without a union allows. */
function typeNamesOf(schema: Keywords): readonly string[] {
  const { type } = schema;
  if (typeof type === "string") return [type];
  if (Array.isArray(type)) return type as string[];
  return ALL;
}
