/** What the address of a list says: everything that decides what is shown. */
export interface ListSearch {
  /** Conditions on indexes, as the API writes them: `spec.age>=18,spec.tags=chess`. */
  readonly select?: string;
  /** Conditions on labels. */
  readonly labels?: string;
  /** The index to sort by, with `-` in front for the greatest value first. */
  readonly sort?: string;
  /** From 1. */
  readonly page?: number;
  readonly size?: number;
  /** Whether the objects are counted. */
  readonly count?: true;
  /** What the objects are grouped by: an index, `day(…)` or `month(…)` of one, or {@link ALL}. */
  readonly group?: string;
  /** What is computed of each group: `sum(spec.age),avg(spec.age)`. */
  readonly sums?: string;
  /** Leaves out what is being deleted. */
  readonly deleting?: "without";
}

/** What objects are grouped by that are all in one group. No index is called so. */
export const ALL = "*";

export const SIZES = [25, 50, 100, 250] as const;
export const DEFAULT_SIZE = 50;

/** Reads what somebody may have written by hand: what makes no sense is left out. */
export function readListSearch(given: Readonly<Record<string, unknown>>): ListSearch {
  const { select, labels, sort, count, group, sums, deleting } = given;
  const page = positive(given["page"]);
  const size = positive(given["size"]);
  return {
    ...(isText(select) && { select }),
    ...(isText(labels) && { labels }),
    ...(isText(sort) && { sort }),
    ...(page !== undefined && page > 1 && { page }),
    ...(size !== undefined && size !== DEFAULT_SIZE && size <= 1000 && { size }),
    ...(String(count) === "true" && { count: true as const }),
    ...(isText(group) && { group }),
    ...(isText(group) && isText(sums) && { sums }),
    ...(deleting === "without" && { deleting }),
  };
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function positive(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** The same list from its first page on. */
export function withoutPage(search: ListSearch): ListSearch {
  const { page: _, ...rest } = search;
  return rest;
}
