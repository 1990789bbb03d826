import type { ValuesOf } from "./condition.js";
import { printConditions } from "./print-conditions.js";
import { RawSelector } from "./raw-selector.js";

type Conditions = Readonly<Record<string, unknown>> | RawSelector;

/** A list's options without their types: what the query is written from. */
export interface AnyListOptions {
  readonly where?: Conditions;
  readonly labels?: Conditions;
  readonly sort?: readonly string[];
  readonly page?: number;
  readonly size?: number;
  readonly limit?: number;
  readonly cursor?: string;
  readonly total?: boolean;
  readonly deleting?: boolean;
  readonly include?: readonly string[];
  readonly counts?: Counts;
}

/** Which indexes of other objects are counted, by the names of the counts. */
export type Counts = Readonly<Record<string, ValuesOf<string>>>;

/** A query parameter; one that is repeated is several. */
export type ListParameter = [name: string, value: string];

/** The query parameters of a list (HTTP API, Lists). */
export function listParameters(options: AnyListOptions): ListParameter[] {
  const parameters = selectionParameters(options);
  for (const key of options.sort ?? []) parameters.push(["sort", sortText(key)]);
  for (const name of ["page", "size", "limit"] as const) {
    const value = options[name];
    if (value !== undefined) parameters.push([name, String(value)]);
  }
  if (options.cursor !== undefined) parameters.push(["continue", options.cursor]);
  if (options.deleting === false) parameters.push(["deleting", "false"]);
  for (const name of options.include ?? []) parameters.push(["include", name]);
  for (const values of Object.values(options.counts ?? {}))
    parameters.push(["include", `count(${values["~selects"]})`]);
  if (options.total !== undefined) parameters.push(["total", options.total ? "exact" : "none"]);
  return parameters;
}

/**
 * The query parameters that select. Conditions that are given and empty are sent as an empty selector: a list answers it with
 * everything, and a collection's deletion refuses it.
 */
export function selectionParameters({ where, labels }: Pick<AnyListOptions, "where" | "labels">): ListParameter[] {
  const parameters: ListParameter[] = [];
  if (labels !== undefined) parameters.push(["labelSelector", textOf(labels)]);
  if (where !== undefined) parameters.push(["fieldSelector", textOf(where)]);
  return parameters;
}

function textOf(conditions: Conditions): string {
  return conditions instanceof RawSelector ? String(conditions) : printConditions(conditions);
}

function sortText(key: string): string {
  return key.startsWith("-") ? `${key.slice(1)},desc` : `${key},asc`;
}
