import type { IndexValue, IndexValueType } from "./index-value.js";

/** A key column of a model's table. */
export interface ObjectColumn {
  readonly in: "object";
  readonly column: string;
  readonly type: IndexValueType;
}

/** A multi-valued index: a table of `object_id`, `value`. */
export interface ValueTable {
  readonly in: "values";
  readonly table: string;
  readonly type: IndexValueType;
}

/** What the store can select by, resolved from a field's name. */
export type FieldColumn = ObjectColumn | ValueTable;

/** One term on an indexed field. Values are of the column's type already. */
export type FieldFilter =
  | { readonly test: "in" | "notIn"; readonly field: FieldColumn; readonly values: readonly IndexValue[] }
  | { readonly test: "exists" | "absent"; readonly field: FieldColumn }
  | { readonly test: ">" | ">=" | "<" | "<="; readonly field: FieldColumn; readonly value: IndexValue }
  | { readonly test: "startsWith"; readonly field: FieldColumn; readonly prefix: string }
  | { readonly test: "among" | "notAmong"; readonly field: FieldColumn; readonly of: SelectedValues };

/** The values that selected objects of another table have in an index. They are of the type that the filter's field has. */
export interface SelectedValues {
  readonly group: string;
  readonly plural: string;
  readonly table: string;
  readonly labelTable: string;
  readonly field: FieldColumn;
  /** Which objects: no filter in it is `among` or `notAmong`. */
  readonly where: AllOf;
}

/** One term on a label. `=` is `in` of one value. */
export type LabelFilter =
  | { readonly test: "in" | "notIn"; readonly key: string; readonly values: readonly string[] }
  | { readonly test: "exists" | "absent"; readonly key: string };

export interface SortKey {
  readonly field: ObjectColumn;
  readonly descending: boolean;
}

/** The position of a keyset walk: the sort keys of the last object seen. */
export type KeysetPosition = readonly (IndexValue | null)[];

export type ListWindow =
  | { readonly by: "all" }
  | { readonly by: "page"; readonly page: number; readonly size: number }
  | { readonly by: "keyset"; readonly limit: number; readonly after?: KeysetPosition };

/** Terms that an object must all match. */
export interface AllOf {
  readonly fields: readonly FieldFilter[];
  readonly labels: readonly LabelFilter[];
  /** Beside the terms, of each of these one alternative. */
  readonly any?: readonly AnyOf[];
}

/** Alternatives, of which an object must match one. None is empty: that would match every object. */
export interface AnyOf {
  readonly test: "any";
  readonly of: readonly AllOf[];
}

/** A validated list request: only indexed fields, typed values, and the default sort filled in. Plain data. */
export interface ListPlan extends AllOf {
  /** Never empty. The last key is the name or the order of creation, so no two objects are equal. */
  readonly sort: readonly SortKey[];
  readonly window: ListWindow;
  /** Whether the exact total is wanted. */
  readonly total: boolean;
}
