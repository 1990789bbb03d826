import type { KeysetSegment } from "../sql/keyset.js";
import type { PlacedFilter } from "../sql/filter-condition.js";
import type { Access } from "../sql/rows-shape.js";
import { idsOf } from "./id-set.js";
import type { Selection } from "./selection.js";
import type { TestedSelection } from "./steps.js";

/** The cost of looking an object up by its id or in an index, and of sorting it, compared with looking at it in a walk. */
export const LOOKUP_EFFORT = 3;

/** The cost of skipping a row, for which only the index is read. */
const SKIP_EFFORT = 0.1;

/** How rows are found (see {@link Access}), with what that needs. */
export type RowAccess =
  /** `found` is the number of rows that the driver finds. */
  | { readonly by: "filter"; readonly driver: PlacedFilter; readonly found: number }
  /** `expected` is the number of rows that are looked at, if the list has filters. */
  | { readonly by: "walk"; readonly expected?: number }
  /** `walk` is the number of rows that are looked at. */
  | { readonly by: "glance"; readonly walk: number }
  /** `expected` and `most` are numbers of objects that are tested. */
  | { readonly by: "selection"; readonly selection: Selection; readonly expected: number; readonly most: number }
  | { readonly by: "ids"; readonly selection: Selection };

/** Which rows of an order are wanted. */
export interface RowWindow {
  readonly segment?: KeysetSegment;
  readonly limit: number;
  readonly offset: number;
}

/** The part of an access that decides the statement. */
export function accessOf(access: RowAccess): Access {
  return access.by === "filter" ? { by: "filter", driver: access.driver } : { by: access.by };
}

/** The number of rows that a look at the first ones is limited to: one of few numbers, since each makes its own statement. */
export function walkOf(access: RowAccess): number {
  return access.by === "glance" ? 2 ** Math.ceil(Math.log2(Math.max(1, access.walk))) : 0;
}

/** The ids that the statement binds. */
export function idsToRead(access: RowAccess): readonly number[] {
  return access.by === "ids" ? idsOf(access.selection.ids) : [];
}

/** What the statement tests objects for. */
export function testedBy(access: RowAccess): TestedSelection | undefined {
  return access.by === "selection" ? access : undefined;
}

/** The estimated cost, in rows of a walk. */
export function rowEffort(access: RowAccess, { limit, offset }: RowWindow, isFiltered: boolean): number {
  switch (access.by) {
    case "glance":
      return walkOf(access);
    case "selection":
      return access.expected;
    case "ids":
      return access.selection.count * LOOKUP_EFFORT;
    case "walk":
      return isFiltered ? (access.expected ?? Infinity) : offset * SKIP_EFFORT + limit;
    case "filter":
      return access.found * LOOKUP_EFFORT;
  }
}
