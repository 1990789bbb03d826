import type { AllIndexes, Ordered, Selection, SingleValued, ValuesOf } from "../query/condition.js";
import type { RawSelector } from "../query/raw-selector.js";

/** What no condition is. A compile error prints the names: they are what is allowed. */
export interface NotAnIndex<Name extends string> {
  readonly "~names": Name;
}

/**
 * Conditions on nothing but indexes. TypeScript looks for unknown members in literals only; this finds them in variables, too. In code that
 * is generic over the indexes, nothing is known of their names: `list<never>(…)` leaves this out.
 */
export interface OnlyIndexes<Key extends string, Indexes> {
  // oxlint-disable-next-line typescript/no-unnecessary-template-expression -- it makes a compile error print the names, and not `keyof`.
  readonly where?: OnlyNames<Key, `${keyof AllIndexes<NoInfer<Indexes>> & string}`>;
}

/** `unknown` where all is well, so that other errors read as if this were not there. A selector as text has a member of its own. */
type OnlyNames<Key extends string, Name extends string> =
  Exclude<Key, Name | "or" | keyof RawSelector> extends never
    ? unknown
    : { readonly [Given in Key]?: Given extends Name | "or" ? unknown : NotAnIndex<Name> };

/** Whether what is being deleted is meant. */
export interface Deleting {
  /** `false` leaves out what is being deleted and only waits for finalizers. Default `true`. */
  readonly deleting?: boolean;
}

interface Listed<Indexes> extends Deleting {
  /** The first key is the strongest. Default: newest first. */
  // oxlint-disable-next-line typescript/no-unnecessary-template-expression -- `SortKey` spelled out: a compile error prints the names.
  readonly sort?: readonly Ordered<`${keyof SingleValued<AllIndexes<Indexes>> & string}`>[];
}

/** Pages by number. Without `size` all objects are answered. */
interface ByPage<Total extends boolean = boolean> {
  /** From 1. */
  readonly page?: number;
  readonly size?: number;
  /** `false` spares the service the counting; `total` is then absent. Default `true`. */
  readonly total?: Total;
  readonly limit?: never;
  readonly cursor?: never;
}

/** Pages by position, at the same cost however far they are from the first. */
interface ByLimit {
  readonly limit: number;
  /** The `nextCursor` of the page before. */
  readonly cursor?: string;
  /** `true` counts the objects with each page. Default `false`. */
  readonly total?: boolean;
  readonly page?: never;
  readonly size?: never;
}

export type ListOptions<Indexes> = Selection<Indexes> & Listed<Indexes> & (ByPage | ByLimit);

/** The options of a list whose objects the service counts. */
export type CountedListOptions<Indexes> = Selection<Indexes> &
  Listed<Indexes> &
  (ByPage<true> | (ByLimit & { readonly total: true }));

/** What is answered beside a page's objects. Needs a `size` or a `limit`. */
export interface Including<Field, Count extends string> {
  /** Names of references, such as `spec.home`: the objects that they name are answered with the page. */
  readonly include?: readonly Field[];
  /**
   * How many objects refer to each of the page's, under names of your choice: `{ comments: valuesOf(comments, "spec.article") }`. At most ten.
   */
  readonly counts?: { readonly [Name in Count]: ValuesOf<string> };
}

/** What `pages` and `each` go through. */
export interface WalkOptions<Indexes> extends Selection<Indexes>, Listed<Indexes> {
  /** How many objects are read at a time. Default 500. */
  readonly limit?: number;
}

export interface WatchOptions<Indexes> extends Selection<Indexes> {
  /** The revision to start after, for example a list's `metadata.resourceVersion`. Default: the newest. */
  readonly resourceVersion?: string;
  /** List again where the service no longer has what is to come next. Default `false`. */
  readonly relist?: boolean;
}
