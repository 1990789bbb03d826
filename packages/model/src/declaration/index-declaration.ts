import type { ScalarListPath, ScalarPath } from "./scalar-path.js";

/** The order an index sorts in where a query names none (spec 2.5). */
export type IndexOrder = "ASC" | "DESC";

export interface IndexOptions {
  /** Default `"ASC"`. */
  order?: IndexOrder;
  /** Refuse an object whose value another object has. Default `false`. */
  unique?: boolean;
  /**
   * For a version that objects are not stored as: the name of the storage version's index that holds the values. Default: the index's own
   * name.
   */
  storage?: string;
}

/** Absent values (`null`, `undefined`) are stored as "no value". */
export type IndexFunction<T> = (object: T) => string | null | undefined;
export type MultiIndexFunction<T> = (object: T) => Iterable<string> | null | undefined;

/** One declared index of a model (spec 2.5). Made by {@link index} and {@link multiIndex}. */
export interface Index<T> {
  readonly name: string;
  readonly order: IndexOrder;
  readonly unique: boolean;
  readonly multi: boolean;
  /** Absent for an index by path, whose extractor the generator writes. */
  readonly extract?: IndexFunction<T> | MultiIndexFunction<T>;
}

/** Indexes what `extract` returns for an object: a string, or nothing. */
export function index<T>(name: string, extract: IndexFunction<T>, options?: IndexOptions): Index<T>;
/** Indexes the scalar at `path`; the key column takes the field's own type. */
export function index<T, const Path extends string>(path: ScalarPath<T, Path>, options?: IndexOptions): Index<T>;
export function index<T>(name: string, second?: IndexFunction<T> | IndexOptions, third?: IndexOptions): Index<T> {
  return declare({ name, multi: false }, second, third);
}

/** Indexes every string that `extract` returns for an object; an absent set counts as empty. */
export function multiIndex<T>(name: string, extract: MultiIndexFunction<T>, options?: IndexOptions): Index<T>;
/** Indexes every value of the list of scalars at `path`. */
export function multiIndex<T, const Path extends string>(
  path: ScalarListPath<T, Path>,
  options?: IndexOptions,
): Index<T>;
export function multiIndex<T>(
  name: string,
  second?: MultiIndexFunction<T> | IndexOptions,
  third?: IndexOptions,
): Index<T> {
  return declare({ name, multi: true }, second, third);
}

function declare<T>(
  declared: { readonly name: string; readonly multi: boolean },
  second: IndexFunction<T> | MultiIndexFunction<T> | IndexOptions | undefined,
  third: IndexOptions | undefined,
): Index<T> {
  const extract = typeof second === "function" ? second : undefined;
  const { order = "ASC", unique = false } = (typeof second === "function" ? third : second) ?? {};
  return Object.freeze({ ...declared, order, unique, ...(extract && { extract }) });
}
