import { printSelector } from "@cmgen/model";
import type { Selection } from "./list-options.js";
import { requirementsOf } from "./requirements.js";
import { RawSelector } from "./selector.js";

type Conditions = Readonly<Record<string, unknown>> | RawSelector;

/** A list's options without their types: what the query is written from. */
export interface AnyListOptions {
  readonly where?: Conditions;
  readonly labels?: Conditions;
  readonly sort?: readonly string[];
  readonly page?: number;
  readonly size?: number;
  readonly limit?: number;
  readonly continue?: string;
  readonly total?: boolean;
}

/** The query parameters of a list (contract, Lists). */
export function listQuery(options: AnyListOptions): URLSearchParams {
  const query = selectionQuery(options);
  for (const key of options.sort ?? []) query.append("sort", sortText(key));
  for (const name of ["page", "size", "limit", "continue"] as const) {
    const value = options[name];
    if (value !== undefined) query.append(name, String(value));
  }
  if (options.total !== undefined) query.append("total", options.total ? "exact" : "none");
  return query;
}

/**
 * The query parameters that select. Conditions that are given and empty are sent as an empty selector: a list answers it with
 * everything, and a collection's deletion refuses it.
 */
export function selectionQuery({ where, labels }: Pick<AnyListOptions, keyof Selection<unknown>>): URLSearchParams {
  const query = new URLSearchParams();
  if (labels !== undefined) query.append("labelSelector", textOf(labels));
  if (where !== undefined) query.append("fieldSelector", textOf(where));
  return query;
}

function textOf(conditions: Conditions): string {
  return conditions instanceof RawSelector ? String(conditions) : printSelector(requirementsOf(conditions));
}

function sortText(key: string): string {
  return key.startsWith("-") ? `${key.slice(1)},desc` : `${key},asc`;
}
