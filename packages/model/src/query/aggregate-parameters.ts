import { type AnyListOptions, type ListParameter, selectionParameters } from "./list-parameters.js";

/** What is computed of the values of an index, in the order in which a query names it. `count` is of objects, and always answered. */
export const aggregateFunctions = ["sum", "min", "max", "avg", "distinct"] as const;

export type AggregateFunction = (typeof aggregateFunctions)[number];

/** One name, or several. */
type Names = string | readonly string[];

/** What is counted and added, without its types: what the query is written from. */
export interface AnyAggregateOptions
  extends Pick<AnyListOptions, "where" | "labels" | "deleting">, Readonly<Partial<Record<AggregateFunction, Names>>> {
  readonly groupBy?: Names;
}

/** The query parameters of counts and sums (HTTP API, Counts and sums). */
export function aggregateParameters(options: AnyAggregateOptions): ListParameter[] {
  return [
    ...selectionParameters(options),
    ...(options.deleting === false ? [["deleting", "false"] as ListParameter] : []),
    ["aggregate", "count"],
    ...aggregateFunctions.flatMap((name) =>
      listOf(options[name]).map((index): ListParameter => ["aggregate", `${name}(${index})`]),
    ),
    ...listOf(options.groupBy).map((name): ListParameter => ["groupBy", name]),
  ];
}

function listOf(names: Names = []): readonly string[] {
  return [names].flat();
}
