import { availableParallelism } from "node:os";
import { Slots } from "../lists/slots.js";
import type { EngineSettings } from "../store-settings.js";
import type { PostgresPools } from "./pools.js";
import { PreparedNames } from "./prepared-names.js";

/** What the lists of all stores of a server share: its connections are limited, and so is how many long lists it reads at the same time. */
export class ListSlots {
  readonly names = new PreparedNames();
  readonly longPages: Slots;
  /** Separate, since the start of a stream may wait for a connection that another stream's consumer keeps. */
  readonly longStreams: Slots;
  /** One place for each connection of the streams' pool. */
  readonly places: Slots;
  /** Batches of streams. */
  readonly batches: Slots;

  /** @param settings `longLists` limits three kinds of work, each separately: long pages, long starts of streams, and batches of streams. */
  constructor(
    { lists, streams }: Pick<PostgresPools, "lists" | "streams">,
    { timeouts, longLists = defaultLongLists() }: Pick<EngineSettings, "timeouts" | "longLists">,
  ) {
    const slots = (atATime: number): Slots => new Slots(atATime, timeouts.listMilliseconds);
    // Long pages leave a connection to short ones, which controllers read.
    this.longPages = slots(Math.min(longLists, lists.options.max - 1));
    this.longStreams = slots(longLists);
    this.places = slots(streams.options.max);
    this.batches = slots(longLists);
  }
}

/** Leaves one processor for short requests, if the database's machine has as many as this one. */
function defaultLongLists(): number {
  return Math.min(4, Math.max(1, availableParallelism() - 1));
}
