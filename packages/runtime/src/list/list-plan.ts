import type { IndexValueType } from "../model/model-descriptor.js";
import type { IndexValue } from "../store/store.js";

/** A column the store can select and sort by, resolved from a field's name. */
export type FieldColumn =
  | { readonly in: "object"; readonly column: string; readonly type: IndexValueType }
  /** A multi-valued index: a table of `object_id`, `value`. */
  | { readonly in: "values"; readonly table: string; readonly type: IndexValueType };

/** One term on an indexed field. Values are of the column's type already. */
export type FieldFilter =
  | { readonly test: "in" | "notIn"; readonly field: FieldColumn; readonly values: readonly IndexValue[] }
  | { readonly test: "exists" | "absent"; readonly field: FieldColumn }
  | { readonly test: ">" | ">=" | "<" | "<="; readonly field: FieldColumn; readonly value: IndexValue }
  | { readonly test: "startsWith"; readonly field: FieldColumn; readonly prefix: string };

/** One term on a label. `=` is `in` of one value. */
export type LabelFilter =
  | { readonly test: "in" | "notIn"; readonly key: string; readonly values: readonly string[] }
  | { readonly test: "exists" | "absent"; readonly key: string };

export interface SortKey {
  readonly field: Extract<FieldColumn, { in: "object" }>;
  readonly descending: boolean;
}

/** A list request that has been found answerable: only indexed fields, values typed, the default sort in place. Pure data. */
export interface ListPlan {
  readonly fields: readonly FieldFilter[];
  readonly labels: readonly LabelFilter[];
  /** Never empty; the store adds `name` ascending as the last tie-breaker. */
  readonly sort: readonly SortKey[];
  readonly window:
    | { readonly by: "all" }
    | { readonly by: "page"; readonly page: number; readonly size: number }
    | { readonly by: "keyset"; readonly limit: number; readonly continue?: string };
  /** Whether the exact total is wanted. */
  readonly total: boolean;
}
