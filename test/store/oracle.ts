import { compareCodePoints } from "@cmgen/model/internal";
import type { IndexValue } from "../../packages/store/src/index-value.js";
import type { ObjectRecord } from "../../packages/store/src/store.js";
import { sampleModel } from "./sample-model.js";

/** One selector term with its values typed. `field` is an index's name or a built-in field. */
export interface Term {
  readonly field: string;
  readonly operator: "in" | "notIn" | "exists" | "absent" | ">" | ">=" | "<" | "<=" | "startsWith";
  readonly values: readonly IndexValue[];
}

export interface Question {
  readonly fields: readonly Term[];
  readonly labels: readonly Term[];
  readonly sort: readonly { readonly field: string; readonly descending: boolean }[];
}

type Outcome = "done" | "name-taken" | "not-found" | "version-differs" | "value-taken";

/** What the store should do, in as few lines as it can be said. */
export class Oracle {
  /** In the order of their creation. */
  readonly objects = new Map<string, ObjectRecord>();

  copy(): Oracle {
    const copy = new Oracle();
    copy.become(this);
    return copy;
  }

  become({ objects }: Oracle): void {
    const entries = [...objects];
    this.objects.clear();
    for (const [name, record] of entries) this.objects.set(name, record);
  }

  create(record: ObjectRecord): Outcome {
    if (this.objects.has(record.name)) return "name-taken";
    return this.#put(record);
  }

  replace(record: ObjectRecord, expectedVersion: number): Outcome {
    return this.#refusal(record.name, expectedVersion) ?? this.#put(record);
  }

  remove(name: string, expectedVersion: number): Outcome {
    const refusal = this.#refusal(name, expectedVersion);
    if (refusal === undefined) this.objects.delete(name);
    return refusal ?? "done";
  }

  /** Names of the objects that answer, in order. */
  list({ fields, labels, sort }: Question): string[] {
    const keys = sort.length === 0 ? [{ field: "metadata.name", descending: false }] : sort;
    const created = new Map([...this.objects.keys()].map((name, place) => [name, place]));
    const direction = sort.at(-1)?.descending === true ? -1 : 1;
    const tie = (left: ObjectRecord, right: ObjectRecord): number =>
      direction * ((created.get(left.name) ?? 0) - (created.get(right.name) ?? 0));
    return [...this.objects.values()]
      .filter((record) => fields.every((term) => meets(term, fieldValues(record, term.field))))
      .filter((record) => labels.every((term) => meets(term, labelValues(record, term.field))))
      .sort((left, right) => firstDifference([...keys.map((key) => compareBy(key, left, right)), tie(left, right)]))
      .map(({ name }) => name);
  }

  #put(record: ObjectRecord): Outcome {
    for (const { name: index, unique } of sampleModel.indexes) {
      const values = record.indexValues.get(index) ?? [];
      const others = [...this.objects.values()].filter(({ name }) => name !== record.name);
      if (unique && others.some((other) => other.indexValues.get(index)?.some((value) => values.includes(value)))) {
        return "value-taken";
      }
    }
    this.objects.set(record.name, record);
    return "done";
  }

  #refusal(name: string, expectedVersion: number): Outcome | undefined {
    const current = this.objects.get(name);
    if (current === undefined) return "not-found";
    return current.version === expectedVersion ? undefined : "version-differs";
  }
}

function fieldValues(record: ObjectRecord, field: string): readonly IndexValue[] {
  if (field === "metadata.name") return [record.name];
  if (field === "metadata.creationTimestamp") return [record.createdAt];
  if (field === "metadata.deletionTimestamp") return record.deletedAt === null ? [] : [record.deletedAt];
  return record.indexValues.get(field) ?? [];
}

function labelValues(record: ObjectRecord, key: string): readonly IndexValue[] {
  const value = record.labels.get(key);
  return value === undefined ? [] : [value];
}

function meets({ operator, values }: Term, actual: readonly IndexValue[]): boolean {
  const [wanted] = values;
  switch (operator) {
    case "in":
      return actual.some((value) => values.includes(value));
    case "notIn":
      return !actual.some((value) => values.includes(value));
    case "exists":
      return actual.length > 0;
    case "absent":
      return actual.length === 0;
    case "startsWith":
      return actual.some((value) => String(value).startsWith(String(wanted)));
    case ">":
      return actual.some((value) => compare(value, wanted!) > 0);
    case ">=":
      return actual.some((value) => compare(value, wanted!) >= 0);
    case "<":
      return actual.some((value) => compare(value, wanted!) < 0);
    case "<=":
      return actual.some((value) => compare(value, wanted!) <= 0);
  }
}

function compareBy(key: Question["sort"][number], left: ObjectRecord, right: ObjectRecord): number {
  const [one] = fieldValues(left, key.field);
  const [other] = fieldValues(right, key.field);
  const order =
    one === undefined || other === undefined
      ? Number(one !== undefined) - Number(other !== undefined)
      : compare(one, other);
  return key.descending ? -order : order;
}

function compare(left: IndexValue, right: IndexValue): number {
  if (typeof left === "string" && typeof right === "string") return compareCodePoints(left, right);
  return left === right ? 0 : left < right ? -1 : 1;
}

function firstDifference(orders: readonly number[]): number {
  return orders.find((order) => order !== 0) ?? 0;
}
