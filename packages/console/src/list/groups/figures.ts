import type { AggregateFunction } from "@cmgen/model/internal";
import { aggregateFunctions } from "@cmgen/model/internal";
import type { IndexType, ModelIndex } from "../../api/model.js";

/** What is computed of an index for each group. */
export interface Figure {
  readonly of: AggregateFunction;
  readonly index: string;
}

const numbers: readonly IndexType[] = ["integer", "int64", "number"];

const takes: Readonly<Record<AggregateFunction, (type: IndexType) => boolean>> = {
  sum: (type) => numbers.includes(type),
  avg: (type) => numbers.includes(type),
  min: (type) => type !== "boolean",
  max: (type) => type !== "boolean",
  distinct: () => true,
};

/** Everything that can be computed of these indexes: see "Counts and sums" of the HTTP API. */
export function figuresOf(indexes: readonly ModelIndex[]): readonly Figure[] {
  return indexes
    .filter(({ isMulti }) => !isMulti)
    .flatMap(({ name, type }) => aggregateFunctions.filter((of) => takes[of](type)).map((of) => ({ of, index: name })));
}

/** What objects can be grouped by: indexes, and the days and months of those that are instants. */
export function groupNames(indexes: readonly ModelIndex[]): readonly string[] {
  return indexes.flatMap(({ name, type, isMulti }) =>
    type === "timestamp" && !isMulti ? [`month(${name})`, `day(${name})`, name] : [name],
  );
}

/** The index of a group's name, and the part of the calendar it is grouped by. */
export function readGroupName(name: string): { readonly index: string; readonly unit: "day" | "month" | undefined } {
  const [, unit, index] = /^(day|month)\((.*)\)$/.exec(name) ?? [];
  return index === undefined ? { index: name, unit: undefined } : { index, unit: unit === "day" ? "day" : "month" };
}

export function printFigure({ of, index }: Figure): string {
  return `${of}(${index})`;
}

/** Reads what an address says, as the API writes it: `sum(spec.age),avg(spec.age)`. */
export function readFigures(text = ""): readonly Figure[] {
  return text.split(",").flatMap((each) => {
    const [, name, index] = /^(\w+)\((.+)\)$/.exec(each.trim()) ?? [];
    const of = aggregateFunctions.find((known) => known === name);
    return of === undefined || index === undefined ? [] : [{ of, index }];
  });
}
