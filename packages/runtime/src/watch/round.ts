import { parseStored } from "../resource/stored-object.js";
import type { Change, ChangeType } from "@cmgen/store";
import type { VersionView } from "../version/version-view.js";
import { matchesSelection, SelectableState, type Selection } from "./match-selection.js";
import type { PrintEvent } from "./watch-events.js";

/** Bytes of texts and parsed objects that a round may hold. Beyond that it forgets them and goes on. */
const MOST_HELD = 16 * 1024 * 1024;

/** A change as selections see it: the object before and after. */
interface SelectableChange {
  readonly after: SelectableState | undefined;
  /** Undefined if the object did not exist. */
  readonly before: SelectableState | "unknown" | undefined;
}

/** The event for each of some changes; undefined if the watch does not get one. */
export type EventTypes = readonly (ChangeType | undefined)[];

/** A selection of a kind, by the indexes of its stored version. Watches with equal keys get the same events. */
export interface WatchedSelection {
  readonly view: VersionView;
  readonly selection: Selection;
  readonly key: string;
}

/**
 * One delivery of changes to many watches. What several of them need is made once and kept for the round: an object is parsed once, a selection
 * is judged once, and watches that get the same text share its bytes.
 */
export class Round {
  /** The last revision that is delivered. */
  readonly until: number;
  /** By the storage version: all versions of an object are selected by that. */
  readonly #selectable = new Map<VersionView["storage"], Map<Change, SelectableChange>>();
  readonly #types = new Map<string, Map<Change, EventTypes>>();
  readonly #texts = new Map<PrintEvent, Map<Change, Map<string, Buffer>>>();
  #held = 0;

  constructor(until: number) {
    this.until = until;
  }

  /**
   * The events of a resource's changes for a selection: an object that enters the selection is added, one that leaves it is deleted (contract,
   * Watch).
   */
  typesOf({ view, selection, key }: WatchedSelection, changes: readonly Change[]): EventTypes {
    const [first] = changes;
    if (first === undefined) return [];
    const known = entryOf(this.#types, key, () => new Map<Change, EventTypes>());
    const types = known.get(first);
    if (types?.length === changes.length) return types;
    const selectable = entryOf(this.#selectable, view.storage, () => new Map<Change, SelectableChange>());
    const judged = changes.map((change) =>
      typeOf(
        selection,
        entryOf(selectable, change, () => this.#parse(view, change)),
      ),
    );
    known.set(first, judged);
    return judged;
  }

  /** The text of changes as events; undefined if there are none. */
  print(print: PrintEvent, changes: readonly Change[], types: EventTypes): Buffer | undefined {
    const first = types.findIndex((type) => type !== undefined);
    const change = changes[first];
    if (change === undefined) return undefined;
    const events = types.slice(first).map((type) => type?.charAt(0) ?? "-");
    const texts = entryOf(this.#texts, print, () => new Map<Change, Map<string, Buffer>>());
    const known = entryOf(texts, change, () => new Map<string, Buffer>());
    return entryOf(known, events.join(""), () => this.#printAll(print, changes, types));
  }

  /** A single event is not copied: all watches may share its bytes. */
  #printAll(print: PrintEvent, changes: readonly Change[], types: EventTypes): Buffer {
    const printed = changes.flatMap(({ revision, data }, place) => {
      const type = types[place];
      return type === undefined ? [] : print({ type, revision, data });
    });
    const [only] = printed;
    return this.#hold(printed.length === 1 && only !== undefined ? only : Buffer.concat(printed));
  }

  #parse(view: VersionView, change: Change): SelectableChange {
    this.#hold(change.data);
    return selectableChange(view, change);
  }

  #hold<Held extends Uint8Array>(held: Held): Held {
    this.#held += held.length;
    if (this.#held > MOST_HELD) {
      this.#held = 0;
      for (const entries of [this.#selectable, this.#types, this.#texts]) entries.clear();
    }
    return held;
  }
}

function typeOf(selection: Selection, { before, after }: SelectableChange): ChangeType | undefined {
  const isInside = after !== undefined && matchesSelection(selection, after);
  // Logged by an earlier release. A DELETED for an object that a watch does not have does no harm; a missing one would.
  if (before === "unknown") return isInside ? "MODIFIED" : "DELETED";
  const wasInside = before === after ? isInside : before !== undefined && matchesSelection(selection, before);
  if (isInside) return wasInside ? "MODIFIED" : "ADDED";
  return wasInside ? "DELETED" : undefined;
}

function selectableChange(view: VersionView, { type, data, previous }: Change): SelectableChange {
  const stateOf = (bytes: Uint8Array): SelectableState =>
    new SelectableState(view.storage, view.stored(parseStored({ data: bytes })));
  const state = stateOf(data);
  if (type === "ADDED") return { before: undefined, after: state };
  const after = type === "DELETED" ? undefined : state;
  if (previous === null) return { before: "unknown", after };
  return { before: previous.length === 0 ? state : stateOf(previous), after };
}

function entryOf<Key, Value>(entries: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = entries.get(key);
  if (known !== undefined) return known;
  const made = make();
  entries.set(key, made);
  return made;
}
