import type { IndexPath } from "./index-path.js";

/** The order an index sorts in where a query names none (spec 2.5). */
export type IndexOrder = "ASC" | "DESC";

export interface IndexOptions {
  /** Default `"ASC"`. */
  order?: IndexOrder;
  /** Refuse an object whose value another object has. Default `false`. */
  unique?: boolean;
  /**
   * Whether the case of texts does not count: in conditions, in the order, and where it is unique. Objects keep what was sent. Default `false`.
   */
  ci?: boolean;
  /**
   * For a version that objects are not stored as: the name of the storage version's index that holds the values. Default: the index's own
   * name.
   */
  storedAs?: string;
}

/** An index of what a function returns for an object. */
interface ComputedOptions extends IndexOptions {
  /** Unique among the indexes of the model; what `where` and `sort` call it. */
  name: string;
}

/** An index with one value for each object: `index({ name: "initial", value: (person) => person.spec.name[0] })`. */
export interface ComputedIndex<T> extends ComputedOptions {
  /**
   * The value, or nothing (`null`, `undefined`). Numbers sort as numbers and dates as instants; all values are of one of these types.
   */
  value: (object: T) => string | number | boolean | Date | null | undefined;
  values?: never;
}

/** An index with any number of values for each object: `index({ name: "words", values: (note) => note.spec.text.split(" ") })`. */
export interface ComputedListIndex<T> extends ComputedOptions {
  value?: never;
  /** The values, of one type; repeats and absent ones do not count, and nothing is an empty list. */
  values: (object: T) => Iterable<string | number | boolean | Date | null | undefined> | null | undefined;
}

/**
 * A list of paths, and not a text. Without the other methods of lists, one of which is `values`: the compiler would take it for that of
 * {@link ComputedListIndex}.
 */
interface SeveralPaths<Path extends string> {
  readonly length: number;
  readonly map: unknown;
  readonly [place: number]: Path;
}

/** One declared index of a model (spec 2.5). Made by {@link index}. */
export interface Index<T> {
  readonly name: string;
  readonly order: IndexOrder;
  readonly unique: boolean;
  /** Absent for an index by path, whose extractor the generator writes. */
  readonly extract?: (object: T) => unknown;
}

/**
 * Indexes the scalar at a path, or each item where a list is there: for a field whose type is not yours to tag with `@index`. Or indexes several
 * fields together, in order: lists that ask for values of the first ones and for values, a range or the order of the last one are found by it at
 * once, and with `unique` no two objects have the same values of all. Or indexes what a function returns.
 */
export function index<T, const Path extends string>(
  what: IndexPath<T, Path> | SeveralPaths<IndexPath<T, Path>> | ComputedIndex<T> | ComputedListIndex<T>,
  options?: IndexOptions,
): Index<T>;
export function index<T>(
  what: string | SeveralPaths<string> | ComputedIndex<T> | ComputedListIndex<T>,
  options: IndexOptions = {},
): Index<T> {
  if (typeof what === "string") return declared(what, options);
  if ("length" in what) return declared(Array.from(what).join(","), options);
  return declared(what.name, what, what.value ?? what.values);
}

function declared<T>(
  name: string,
  { order = "ASC", unique = false }: IndexOptions,
  extract?: Index<T>["extract"],
): Index<T> {
  return Object.freeze({ name, order, unique, ...(extract && { extract }) });
}
