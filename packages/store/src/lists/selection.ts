import { MOST_CHANGES } from "../sql/changes-text.js";
import type { ChangeType } from "../store.js";
import { changed, common, emptyIdSet, hasId, type IdSet, sizeOf, united } from "../sql/id-set.js";

/** The objects that the filters of a list match, exactly, at a revision. */
export interface Selection {
  readonly revision: number;
  /** About how many objects there are. */
  readonly size: number;
  /** How many match. */
  readonly count: number;
  /** The ids of those that match; if inverted, of those that do not. */
  readonly ids: IdSet;
  readonly inverted: boolean;
  /** Whether they were only counted: of a range it is enough to know that until it changes. Then there are no ids. */
  readonly isCounted?: boolean;
}

/** An object of the list's resource that changed since a selection was made: one row for each change, oldest first. */
export interface ChangeOfSelection {
  readonly id: number;
  readonly type: ChangeType;
  /** Whether it belongs to the list's resource. */
  readonly mine: number | boolean;
  /** Not null if it exists and the filters match it now. */
  readonly holds: number | null;
}

/** The objects of a filter. */
export interface Term {
  readonly ids: IdSet;
  /** Whether the filter excludes them. */
  readonly negative: boolean;
}

/** The snapshot that a selection is made in. */
type MadeIn = Pick<Selection, "revision" | "size">;

/** All objects, of which there are `count`. */
export function everything({ revision }: MadeIn, count: number): Selection {
  return { revision, size: count, count, ids: emptyIdSet, inverted: true };
}

/** Objects of a range, of which it is known how many they are. */
export function countedRange({ revision, size }: MadeIn, count: number): Selection {
  return { revision, size, count, ids: emptyIdSet, inverted: false, isCounted: true };
}

/** The objects that these ids name. */
export function selectionOf({ revision, size }: MadeIn, ids: IdSet): Selection {
  return { revision, size, count: sizeOf(ids), ids, inverted: false };
}

/** The objects that all terms match. `all` is needed if all terms are negative. */
export function selectionOfTerms(madeIn: MadeIn, terms: readonly Term[], all: number): Selection {
  const sets = (negative: boolean): readonly IdSet[] =>
    terms.filter((term) => term.negative === negative).map(({ ids }) => ids);
  const [first, ...others] = sets(false);
  const excluded = sets(true);
  if (first !== undefined) return selectionOf(madeIn, common([first, ...others], excluded));
  const ids = united(excluded);
  return { ...everything(madeIn, all), count: all - sizeOf(ids), ids };
}

/** Whether an object that exists is selected. */
export function selects({ ids, inverted }: Selection, id: number): boolean {
  return hasId(ids, id) !== inverted;
}

/**
 * A selection at a later revision; undefined if `changes` are not all changes in between: there were too many, or the log was trimmed. Also
 * undefined if the objects were only counted.
 */
export function updated(
  selection: Selection,
  revision: number,
  changes: readonly ChangeOfSelection[],
): Selection | undefined {
  const passed = revision - selection.revision;
  if (passed === 0) return selection;
  if (selection.isCounted === true || passed < 0 || passed > MOST_CHANGES || changes.length !== passed)
    return undefined;
  const now = new Map<number, boolean>();
  let { count } = selection;
  for (const { id, type, mine, holds } of changes) {
    if (!mine) continue;
    if (!now.has(id)) count += Number(holds !== null) - Number(type !== "ADDED" && selects(selection, id));
    // What was removed is in no set, so that sets do not grow.
    now.set(id, type !== "DELETED" && (holds !== null) !== selection.inverted);
  }
  return { ...selection, revision, count, ids: changed(selection.ids, now) };
}
