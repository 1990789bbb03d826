import type { ModelDescriptor } from "../model/model-descriptor.js";
import { parseStored } from "../resource/stored-object.js";
import type { Change, ChangeType } from "../store/store.js";
import { matchesSelection, type Selection } from "./match-selection.js";

/**
 * Tells a watcher of a selection what a change is to it: an object that comes into the selection is added to it, one that leaves it is
 * deleted from it (contract, Watch), whatever happened to the object itself.
 */
export class SelectionTracker {
  readonly #model: ModelDescriptor;
  readonly #selection: Selection;
  /** Objects that the watcher knows to be in the selection. */
  readonly #inside: Set<string>;
  /** Objects of which it is not known whether the watcher has them: they changed before it was found out. */
  readonly #unknown: Set<string>;

  constructor(watched: { readonly model: ModelDescriptor; readonly selection: Selection }, known: KnownObjects) {
    this.#model = watched.model;
    this.#selection = watched.selection;
    this.#inside = new Set(known.inside);
    this.#unknown = new Set(known.unknown);
  }

  /** What the change is to the watcher; nothing where it need not be told. */
  typeOf(change: Change): ChangeType | undefined {
    const { name } = change;
    const before = this.#inside.has(name) ? "inside" : this.#unknown.has(name) ? "unknown" : "outside";
    const after = change.type !== "DELETED" && matchesSelection(this.#model, this.#selection, parseStored(change));
    this.#unknown.delete(name);
    if (after) {
      this.#inside.add(name);
      return before === "inside"
        ? "MODIFIED"
        : before === "unknown" && change.type === "MODIFIED"
          ? "MODIFIED"
          : "ADDED";
    }
    this.#inside.delete(name);
    // Who may have it is told to let go of it: better once too often than never.
    return before === "outside" || (before === "unknown" && change.type === "ADDED") ? undefined : "DELETED";
  }
}

/** What is known of a selection when a watch begins. */
export interface KnownObjects {
  readonly inside: Iterable<string>;
  readonly unknown: Iterable<string>;
}
