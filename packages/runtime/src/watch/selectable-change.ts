import type { Change, ChangeType } from "@cmgen/store";
import { parseStored } from "../resource/stored-object.js";
import type { VersionView } from "../version/version-view.js";
import { matchesSelection, SelectableState, type Selection } from "../list/match-selection.js";

/** A change as selections see it: the object before and after. */
export interface SelectableChange {
  readonly after: SelectableState | undefined;
  /** Undefined if the object did not exist. */
  readonly before: SelectableState | "unknown" | undefined;
}

/** Parses a change. */
export function selectableChange(view: VersionView, { type, data, previous }: Change): SelectableChange {
  const stateOf = (bytes: Uint8Array): SelectableState =>
    new SelectableState(view.storage, view.stored(parseStored({ data: bytes })));
  const state = stateOf(data);
  if (type === "ADDED") return { before: undefined, after: state };
  const after = type === "DELETED" ? undefined : state;
  if (previous === null) return { before: "unknown", after };
  return { before: previous.length === 0 ? state : stateOf(previous), after };
}

/**
 * The event of a change for a selection; undefined if there is none. An object that enters the selection is added, one that leaves it is
 * deleted (HTTP API, Watch).
 */
export function eventType(selection: Selection, { before, after }: SelectableChange): ChangeType | undefined {
  const isInside = after !== undefined && matchesSelection(selection, after);
  // Logged by an earlier release. A DELETED for an object that a watch does not have does no harm; a missing one would.
  if (before === "unknown") return isInside ? "MODIFIED" : "DELETED";
  const wasInside = before === after ? isInside : before !== undefined && matchesSelection(selection, before);
  if (isInside) return wasInside ? "MODIFIED" : "ADDED";
  return wasInside ? "DELETED" : undefined;
}
