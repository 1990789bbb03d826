import type { KeysetSegment } from "../sql/keyset.js";
import type { PlacedFilter } from "../sql/filter-condition.js";
import type { Access, SortedAccess } from "../sql/rows-request.js";
import { idsOf } from "../sql/id-set.js";
import type { Selection } from "./selection.js";
import type { LimitedWalk } from "./steps.js";

/** The cost of looking an object up by its id or in an index, and of sorting it, compared with looking at it in a walk. */
export const LOOKUP_EFFORT = 3;

/** The cost of skipping a row, for which only the index is read. */
const SKIP_EFFORT = 0.1;

/** How far a look goes if one of so many objects matches. */
const NEAR = 8;

/** How rows that are then sorted are found (see {@link SortedAccess}), with what that needs. */
export type SortedRowAccess =
  /** `isOld` if objects may have changed since the selection was made. */
  | { readonly by: "ids"; readonly selection: Selection; readonly isOld?: boolean }
  /** `found` is the number of rows that the driver finds. */
  | { readonly by: "filter"; readonly driver: PlacedFilter; readonly found: number }
  | { readonly by: "filters" };

/** How rows are found (see {@link Access}), with what that needs. */
export type RowAccess =
  /** `expected` is the number of rows that are looked at, if the list has filters, and `size` about how many objects there are, if that is known. */
  | { readonly by: "walk"; readonly expected?: number; readonly size?: number }
  /** `walk` is the number of rows that are looked at, and `wanted` the number of those that fill the window, if there is another way. */
  | { readonly by: "glance"; readonly walk: number; readonly wanted?: number; readonly otherwise?: SortedRowAccess }
  /** `expected` and `most` are numbers of objects that are tested. */
  | { readonly by: "selection"; readonly selection: Selection; readonly expected: number; readonly most: number }
  | SortedRowAccess;

/** Which rows of an order are wanted: of all, or of segments. */
export interface RowWindow {
  readonly segments: readonly KeysetSegment[];
  readonly limit: number;
  readonly offset: number;
}

/** The part of an access that decides the statement. */
export function accessOf(access: RowAccess): Access {
  switch (access.by) {
    case "filter":
      return { by: "filter", driver: access.driver };
    case "ids":
      return { by: "ids", isOld: access.isOld === true };
    case "glance":
      // What is found otherwise is sorted, whatever finds it.
      return access.otherwise === undefined
        ? { by: "glance" }
        : { by: "glance", otherwise: accessOf(access.otherwise) as SortedAccess };
    default:
      return { by: access.by };
  }
}

/** Names the part of an access that decides the statement. */
export function accessName(access: RowAccess): string {
  switch (access.by) {
    case "filter":
      return `filter ${filterName(access.driver)}`;
    case "ids":
      return access.isOld === true ? "old ids" : "ids";
    case "glance":
      return `glance ${access.otherwise === undefined ? "" : accessName(access.otherwise)}`;
    default:
      return access.by;
  }
}

export function filterName({ on, place }: PlacedFilter): string {
  return `${on} ${place}`;
}

/** The number of rows that a look at the first ones is limited to: one of few numbers, since each makes its own statement. */
export function walkOf(access: RowAccess): number {
  return access.by === "glance" ? 2 ** Math.ceil(Math.log2(Math.max(1, access.walk))) : 0;
}

/** What the statement binds. */
export function boundBy(access: RowAccess): { readonly ids: readonly number[]; readonly since: number } {
  if (access.by === "glance" && access.otherwise !== undefined) return boundBy(access.otherwise);
  if (access.by !== "ids") return { ids: [], since: 0 };
  return { ids: idsOf(access.selection.ids), since: access.selection.revision };
}

/** How far the statement walks, where that is not in its text. */
export function limitOf(access: RowAccess, { offset, limit }: Omit<RowWindow, "segments">): LimitedWalk | undefined {
  if (access.by === "selection") return access;
  return access.by === "glance" ? { most: access.walk, wanted: offset + limit } : undefined;
}

/** Whether values do not decide how rows are best read: by ids, or along the order, testing one object after another. */
export function isPlannedOnce(access: RowAccess, isRange: boolean): boolean {
  if (access.by === "glance") return access.otherwise === undefined || access.otherwise.by === "ids";
  return access.by === "ids" || (access.by === "walk" && isRange);
}

/** The estimated cost, in rows of a walk. `isTested` if a walk looks at more than the index of the order. */
export function rowEffort(access: RowAccess, { limit, offset }: RowWindow, isTested: boolean): number {
  switch (access.by) {
    case "glance":
      // A look without another way ends as soon as it shows that it has to go far.
      return Math.min(walkOf(access), access.otherwise === undefined ? NEAR * (offset + limit) : Infinity);
    case "selection":
      return access.expected;
    case "ids":
      return access.selection.count * LOOKUP_EFFORT;
    case "walk":
      return isTested ? (access.expected ?? Infinity) : offset * SKIP_EFFORT + limit;
    case "filter":
      return access.found * LOOKUP_EFFORT;
    case "filters":
      return Infinity;
  }
}
