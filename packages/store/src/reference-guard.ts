/** Objects that must exist, and not be marked as deleted, for a write to be done. */
export interface NeededObjects {
  readonly table: string;
  /** Without repeats. */
  readonly names: readonly string[];
}

/** An index by which objects refer to other objects by their names. */
export interface ReferringIndex {
  /** Table of the objects that refer. */
  readonly table: string;
  /** Where the names are kept: a column of that table, or a table of values. */
  readonly names: { readonly column: string } | { readonly table: string };
  /** Names of objects that may refer nevertheless. */
  readonly except: readonly string[];
  /** Whether only objects that are not marked as deleted count. */
  readonly isAliveOnly: boolean;
}

/** What a write requires of other objects. It is checked in the write's transaction, so that no reference is ever left dangling. */
export interface ReferenceGuard {
  /** Absent if it needs none. */
  readonly needs?: readonly NeededObjects[];
  /** The indexes by which no object may refer to the written one; absent if any may. */
  readonly unreferred?: readonly ReferringIndex[];
}

/** An object that a write needs and that does not exist or is being deleted. */
export interface MissingObject {
  readonly table: string;
  readonly name: string;
  /** Whether it exists and is marked as deleted. */
  readonly isDeleted: boolean;
}

/** The objects that refer to one by an index. */
export interface Referrers {
  readonly index: ReferringIndex;
  /** The first ones in the order of their names; at most {@link SHOWN_REFERRERS}. */
  readonly names: readonly string[];
  /** The number of them. Counting ends after {@link COUNTED_REFERRERS}. */
  readonly count: number;
}

export const SHOWN_REFERRERS = 10;
/** A greater count only means that there are more than this. */
export const COUNTED_REFERRERS = 1000;
