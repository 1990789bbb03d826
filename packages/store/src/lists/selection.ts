import type { LogPosition } from "../log-position.js";
import { MOST_CHANGES, OF_OTHERS, readChanges } from "../sql/changes-text.js";
import { changed, emptyIdSet, hasId, type IdSet, sizeOf } from "../sql/id-set.js";

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

/** The snapshot that a selection is made in. */
type MadeIn = Pick<Selection, "revision" | "size">;

/** Objects of a range, of which it is known how many they are. */
export function countedRange({ revision, size }: MadeIn, count: number): Selection {
  return { revision, size, count, ids: emptyIdSet, inverted: false, isCounted: true };
}

/** The objects that these ids name. */
export function selectionOf({ revision, size }: MadeIn, ids: IdSet): Selection {
  return { revision, size, count: sizeOf(ids), ids, inverted: false };
}

/** All objects, of which there are `all`, but those that these ids name. */
export function selectionWithout({ revision }: MadeIn, ids: IdSet, all: number): Selection {
  return { revision, size: all, count: all - sizeOf(ids), ids, inverted: true };
}

/** Whether an object that exists is selected. */
export function selects({ ids, inverted }: Selection, id: number): boolean {
  return hasId(ids, id) !== inverted;
}

/** A selection after changes, and the position after them. */
export interface UpdatedSelection {
  readonly position: LogPosition;
  /**
   * Undefined if these are not all changes in between: there were too many, or the log was trimmed. Also if the objects were only counted, and after
   * changes of other objects on which it depends.
   */
  readonly selection: Selection | undefined;
}

/** Brings a selection up to date with what `changesText` has written. */
export function updatedBy(known: Selection, text: string): UpdatedSelection {
  const { position, changes } = readChanges(text);
  const passed = position.revision - known.revision;
  if (passed === 0) return { position, selection: known };
  const isComplete = passed > 0 && passed <= MOST_CHANGES && changes.length === passed;
  if (!isComplete || known.isCounted === true || changes.includes(OF_OTHERS)) return { position, selection: undefined };
  return { position, selection: { ...changedBy(known, changes), revision: position.revision } };
}

/** A change is its type, the object's id and, if the filters match the object now, a third word. One of another resource is empty. */
function changedBy(selection: Selection, changes: readonly string[]): Selection {
  const now = new Map<number, boolean>();
  let { count } = selection;
  for (const change of changes) {
    if (change === "") continue;
    const [type = "", text, isMatch] = change.split(" ");
    const id = Number(text);
    const holds = isMatch !== undefined;
    if (!now.has(id)) count += Number(holds) - Number(type !== "ADDED" && selects(selection, id));
    // What was removed is in no set, so that sets do not grow.
    now.set(id, type !== "DELETED" && holds !== selection.inverted);
  }
  return { ...selection, count, ids: changed(selection.ids, now) };
}
