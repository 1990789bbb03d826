import type { PlacedFilter } from "./filter-condition.js";
import type { KeysetSegment } from "./keyset.js";
import type { ListInput, ListStatement } from "./list-statement.js";
import type { SlotFor } from "./sql.js";

/**
 * How all objects are found, which are then sorted:
 *
 * - `ids`: by the input's ids, which are those that the list selects; if they were read earlier, objects that changed since are looked at too;
 * - `filter`: through the rows of one filter, the driver;
 * - `filters`: as the database chooses, but not along the order.
 */
export type SortedAccess =
  | { readonly by: "ids"; readonly isOld?: boolean }
  | { readonly by: "filter"; readonly driver: PlacedFilter }
  | { readonly by: "filters" };

/**
 * How rows are found:
 *
 * - `walk`: along the sort order's index, skipping objects that the filters do not match;
 * - `selection`: along the sort order's index, skipping objects that the list does not select (only where the dialect can test that);
 * - `glance`: among a limited number of rows of the order; if those do not fill the window, then in another way. Where the dialect can count the
 *   rows that a walk looks at, it is a walk that ends there;
 * - or sorted.
 */
export type Access =
  | { readonly by: "walk" | "selection" }
  | { readonly by: "glance"; readonly otherwise?: SortedAccess }
  | SortedAccess;

export interface RowsOptions {
  readonly access: Access;
  /** Only these segments of the order, one after another. */
  readonly segments: readonly KeysetSegment[];
  /**
   * Which rows are wanted: all; the first ones, by the input's `limit`; or later ones, by its `offset` too. An offset of 0 is left out, since
   * with one SQLite computes a whole subquery before it returns the first row.
   */
  readonly window: "all" | "first" | "later";
  /** Whether each row includes the values of its sort keys, as `k0`, `k1`… */
  readonly keys: boolean;
  /**
   * Whether many rows are skipped before these: then their bytes are read only after the rows are known, on either database.
   */
  readonly deep?: boolean;
  /**
   * Whether the first row is the revision, so that one statement is enough: before any rows, or before those at the revision `since` of the
   * input; or the revision and the changes since then, as {@link changesText} writes them.
   */
  readonly revision?: "of any" | "of since" | "with changes" | undefined;
  /**
   * Numbers that are written into the text, so that each makes its own statement. PostgreSQL plans a statement again at each run if the plan
   * may depend on a parameter. `changes` is the number of changes that are read, at most.
   */
  readonly written?: Partial<Record<"limit" | "walk" | "changes", number>>;
}

export interface RowsRequest extends RowsOptions {
  readonly statement: ListStatement;
  readonly slot: SlotFor<ListInput>;
}
