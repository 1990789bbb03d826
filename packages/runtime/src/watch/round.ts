import type { Change, ChangeType, LogPosition } from "@cmgen/store";
import { ConversionError } from "../version/conversion-error.js";
import type { VersionView } from "../version/version-view.js";
import type { Selection } from "../list/match-selection.js";
import { eventType, selectableChange, type SelectableChange } from "./selectable-change.js";
import type { PrintEvent } from "./watch-events.js";

/** Bytes of texts and parsed objects that a round may hold. Beyond that it forgets them and goes on. */
const MOST_HELD = 16 * 1024 * 1024;

/** All watches of one selection of a kind, in one format: they get the same texts. */
export interface Audience {
  readonly view: VersionView;
  /** By the indexes of the stored version; undefined if everything is selected. */
  readonly selection: Selection | undefined;
  readonly print: PrintEvent;
  /** Equal for audiences that differ at most in their format. */
  readonly key: string;
}

/** What a watch gets at a time. */
export interface Portion {
  /** Undefined if the watch gets no event for these changes. */
  readonly text: Buffer | undefined;
  /** That of the last change. */
  readonly position: LogPosition;
}

/** The event of each change; undefined where there is none. */
type EventTypes = readonly (ChangeType | undefined)[];

/**
 * One delivery of changes to many watches. What several of them need is made once and kept for the round: watches of an audience that are at
 * the same position share a portion; other watches share parsed objects, and the text if they get the same.
 */
export class Round {
  /** The last revision that is delivered. */
  readonly until: number;
  readonly #portions = new Map<PrintEvent, Map<string, Map<number, Portion>>>();
  /** By the storage version: all versions of an object are selected by that. */
  readonly #selectable = new Map<VersionView["storage"], Map<Change, SelectableChange>>();
  readonly #texts = new Map<PrintEvent, Map<Change, Map<string, Buffer>>>();
  #held = 0;

  constructor(until: number) {
    this.until = until;
  }

  /** The next portion of a watch of the audience at this revision, if it has been made. */
  known({ print, key }: Audience, revision: number): Portion | undefined {
    return this.#portions.get(print)?.get(key)?.get(revision);
  }

  /**
   * Makes the next portion of the audience's watches at a position.
   *
   * @param changes the first changes after the position.
   * @throws {ConversionError} if the first change cannot be shown. Changes before one that cannot be shown are a portion.
   */
  make(audience: Audience, position: LogPosition, changes: readonly Change[]): Portion {
    const portion = this.#makeOf(audience, changes);
    if (portion === undefined) return { text: undefined, position };
    const ofFormat = entryOf(this.#portions, audience.print, () => new Map<string, Map<number, Portion>>());
    entryOf(ofFormat, audience.key, () => new Map<number, Portion>()).set(position.revision, portion);
    return portion;
  }

  #makeOf(audience: Audience, changes: readonly Change[]): Portion | undefined {
    const last = changes.at(-1);
    if (last === undefined) return undefined;
    try {
      return { text: this.#print(audience, changes), position: { revision: last.revision, mark: last.mark } };
    } catch (error) {
      if (!(error instanceof ConversionError) || changes.length === 1) throw error;
      return this.#makeOf(audience, changes.slice(0, Math.ceil(changes.length / 2)));
    }
  }

  #print({ view, selection, print }: Audience, changes: readonly Change[]): Buffer | undefined {
    const { group, plural } = view.model;
    const ours = changes.filter((change) => change.group === group && change.plural === plural);
    const types: EventTypes = ours.map((change) =>
      selection === undefined ? change.type : eventType(selection, this.#parse(view, change)),
    );
    const start = types.findIndex((type) => type !== undefined);
    const first = ours[start];
    if (first === undefined) return undefined;
    const ofFormat = entryOf(this.#texts, print, () => new Map<Change, Map<string, Buffer>>());
    const texts = entryOf(ofFormat, first, () => new Map<string, Buffer>());
    const events = types.slice(start).map((type) => type?.charAt(0) ?? "-");
    const text = entryOf(texts, events.join(""), () => this.#hold(printAll(print, ours, types)));
    // The caller may see none of these.
    return text.length === 0 ? undefined : text;
  }

  #parse(view: VersionView, change: Change): SelectableChange {
    const parsed = entryOf(this.#selectable, view.storage, () => new Map<Change, SelectableChange>());
    return entryOf(parsed, change, () => {
      this.#hold(change.data);
      return selectableChange(view, change);
    });
  }

  #hold<Held extends Uint8Array>(held: Held): Held {
    this.#held += held.length;
    if (this.#held > MOST_HELD) {
      this.#held = 0;
      for (const entries of [this.#portions, this.#selectable, this.#texts]) entries.clear();
    }
    return held;
  }
}

/** A single event is not copied. */
function printAll(print: PrintEvent, changes: readonly Change[], types: EventTypes): Buffer {
  const printed = changes.flatMap(({ revision, mark, data, previous, name, at }, place) => {
    const type = types[place];
    return type === undefined ? [] : print({ type, position: { revision, mark }, data, previous, name, at });
  });
  const [only] = printed;
  return printed.length === 1 && only !== undefined ? only : Buffer.concat(printed);
}

function entryOf<Key, Value>(entries: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = entries.get(key);
  if (known !== undefined) return known;
  const made = make();
  entries.set(key, made);
  return made;
}
