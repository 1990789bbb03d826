/** Objects of a table that must be there, and not be declared as deleted, for a write to be done. */
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
  /** Objects that may refer all the same. */
  readonly except: readonly string[];
  /** Whether objects that are declared as deleted may refer all the same. */
  readonly isAliveOnly: boolean;
}

/** What a write depends on besides the object itself: checked in its transaction, so that no reference is ever left dangling. */
export interface ReferenceGuard {
  /** Absent where it needs none. */
  readonly needs?: readonly NeededObjects[];
  /** The indexes by which nothing may refer to the object; absent where anything may. */
  readonly unreferred?: readonly ReferringIndex[];
}

/** An object that a write needs and does not find. */
export interface MissingObject {
  readonly table: string;
  readonly name: string;
  /** Whether it is there, and declared as deleted. */
  readonly isDeleted: boolean;
}

/** Who refers to an object by one index. */
export interface Referrers {
  readonly index: ReferringIndex;
  /** The first in their order, {@link SHOWN_REFERRERS} at most. */
  readonly names: readonly string[];
  /** How many there are; more than {@link COUNTED_REFERRERS} are not counted. */
  readonly count: number;
}

export const SHOWN_REFERRERS = 10;
/** Where counting ends: what is more is more than that. */
export const COUNTED_REFERRERS = 1000;
