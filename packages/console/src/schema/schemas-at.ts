import { listOf, recordOf, type Json } from "../api/json.js";
import type { Schema } from "../api/model.js";
import { fittingBranch } from "./fitting-branch.js";
import { shapeOf } from "./field-shape.js";
import { declaredMember } from "./violations.js";

/** A schema with those that it refers to. */
export interface RootSchema {
  readonly schemas: Json;
  readonly schema: Schema;
}

/**
 * What a value may be at a path: several schemas where a union is on the way and what is there already does not tell its branches apart. Unions
 * at the path itself are left as they are.
 */
export function schemasAt({ schemas, schema }: RootSchema, value: unknown, path: readonly string[]): readonly Schema[] {
  const [step, ...rest] = path;
  if (step === undefined) return [schema];
  return branchesOf({ schemas, schema }, value).flatMap((each) => {
    const below = Array.isArray(value) ? value[Number(step)] : recordOf(value)[step];
    const of = each["type"] === "array" ? itemSchema(each, Number(step)) : declaredMember(each, step);
    return of === false ? [] : schemasAt({ schemas, schema: recordOf(of) }, below, rest);
  });
}

/** The branches of a union that a value may be in, without references at their top; of anything else itself. */
export function branchesOf({ schemas, schema }: RootSchema, value: unknown): readonly Schema[] {
  const { schema: resolved, kind } = shapeOf(schemas, schema);
  if (kind.is !== "union") return [resolved];
  const isUnclear = Object.values(recordOf(value)).every((each) => each === null);
  const fitting = isUnclear ? undefined : kind.branches[fittingBranch(schemas, kind.branches, value) ?? -1];
  return fitting === undefined ? kind.branches.map((branch) => branch.schema) : [fitting.schema];
}

function itemSchema({ items, prefixItems }: Schema, at: number): unknown {
  return listOf(prefixItems)[at] ?? items;
}
