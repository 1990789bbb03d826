import { printSelector } from "@cmgen/model/internal";
import fc from "fast-check";
import type { IndexValue } from "../../packages/store/src/index-value.js";
import type { ObjectRecord } from "../../packages/store/src/store.js";
import type { Question, Term } from "./oracle.js";
import { sampleRecord } from "./sample-model.js";

/** By the name of a field of the sample model, the values that objects have and that are asked for. */
export type Pools = Readonly<Record<string, readonly IndexValue[]>>;

const labelPools: Readonly<Record<string, readonly string[]>> = { env: ["prod", "test", ""], "x.y/z": ["1", "2"] };
const multiple = new Set(["spec.tags", "spec.marks", "spec.keys"]);
const operators = ["in", "notIn", "exists", "absent", ">", ">=", "<", "<="] as const;

const one = <T>(values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const poolOf = (pools: Pools, field: string): readonly IndexValue[] => pools[field] ?? [];

/** Random objects of the sample model. */
export function randomRecord(pools: Pools): fc.Arbitrary<Omit<ObjectRecord, "version">> {
  const indexNames = Object.keys(pools).filter((name) => name.startsWith("spec."));
  const values = fc.record(
    Object.fromEntries(
      indexNames.map((name) => [
        name.slice("spec.".length),
        multiple.has(name)
          ? fc.subarray([...poolOf(pools, name)], { minLength: 1, maxLength: 2 })
          : one(poolOf(pools, name)),
      ]),
    ),
    { requiredKeys: [] },
  );
  const labels = fc.record(Object.fromEntries(Object.entries(labelPools).map(([key, all]) => [key, one(all)])), {
    requiredKeys: [],
  });
  return fc
    .record({
      name: one(poolOf(pools, "metadata.name") as string[]),
      createdAt: one(poolOf(pools, "metadata.creationTimestamp") as number[]),
      deletedAt: one([null, null, ...(poolOf(pools, "metadata.deletionTimestamp") as number[])]),
      labels,
      values,
    })
    .map(toRecord);
}

/** fast-check types optional keys as if they could be there without a value. */
function toRecord({ name, ...options }: { readonly name: string; readonly [option: string]: unknown }): ObjectRecord {
  return sampleRecord(name, options);
}

function randomTerm(field: string, values: readonly IndexValue[], label: boolean): fc.Arbitrary<Term> {
  const text = !label && typeof values[0] === "string" ? (["startsWith"] as const) : [];
  return one<Term["operator"]>(label ? ["in", "notIn", "exists", "absent"] : [...operators, ...text]).chain(
    (operator): fc.Arbitrary<Term> => {
      if (operator === "exists" || operator === "absent") return fc.constant({ field, operator, values: [] });
      const maxLength = operator === "in" || operator === "notIn" ? Math.min(5, values.length) : 1;
      return fc
        .subarray([...values], { minLength: 1, maxLength })
        .map((chosen) => ({ field, operator, values: chosen }));
    },
  );
}

/** Random selectors and orders. */
export function randomQuestion(pools: Pools): fc.Arbitrary<Question> {
  const fieldNames = Object.keys(pools);
  return fc.record({
    fields: fc.array(
      one(fieldNames).chain((name) => randomTerm(name, poolOf(pools, name), false)),
      { maxLength: 3 },
    ),
    labels: fc.array(
      one(Object.keys(labelPools)).chain((key) => randomTerm(key, labelPools[key] ?? [], true)),
      { maxLength: 2 },
    ),
    sort: fc.uniqueArray(
      fc.record({ field: one(fieldNames.filter((name) => !multiple.has(name))), descending: fc.boolean() }),
      { maxLength: 3, selector: ({ field }) => field },
    ),
  });
}

/** The query parameters of a list. */
export function queryOf({ fields, labels, sort }: Question): string {
  const parameters = new URLSearchParams();
  if (fields.length > 0) parameters.append("fieldSelector", printSelector(fields.map(printable)));
  if (labels.length > 0) parameters.append("labelSelector", printSelector(labels.map(printable)));
  if (sort.length === 0) parameters.append("sort", "metadata.name");
  for (const { field, descending } of sort) parameters.append("sort", `${field},${descending ? "desc" : "asc"}`);
  return parameters.toString();
}

function printable({ field, operator, values }: Term) {
  const isTime = field.endsWith("Timestamp") || field === "spec.due";
  return {
    key: field,
    operator,
    values: values.map((value) => (isTime ? new Date(Number(value)).toISOString() : String(value))),
  };
}
