import type { ObjectCache } from "../resource-client.js";

/** All objects of a selection as a page shows them. */
export interface AllObjects<Stored> {
  /** By name. The same list until an object changes. */
  readonly data: readonly Stored[];
  /** Whether the objects have not arrived yet. */
  readonly isPending: boolean;
  /** Why no changes arrive at the moment. The client tries again. */
  readonly error: unknown;
}

/** Changes that come within this time are shown together, in milliseconds. */
const GATHERING = 20;

export const pending: AllObjects<never> = { data: [], isPending: true, error: undefined };

/** A cache that is open while it has subscribers. */
export class SharedCache<Stored> {
  readonly #open: () => ObjectCache<Stored, never>;
  readonly #closed: () => void;
  readonly #subscribers = new Set<() => void>();
  #cache: ObjectCache<Stored, never> | undefined;
  #shown: AllObjects<Stored> = pending;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `closed` is called after the last subscriber has left. */
  constructor(open: () => ObjectCache<Stored, never>, closed: () => void) {
    this.#open = open;
    this.#closed = closed;
  }

  readonly shown = (): AllObjects<Stored> => this.#shown;

  readonly subscribe = (subscriber: () => void): (() => void) => {
    this.#subscribers.add(subscriber);
    if (this.#cache === undefined) this.#follow();
    return () => {
      this.#subscribers.delete(subscriber);
      // In a microtask: React's strict mode unsubscribes and subscribes again at once.
      queueMicrotask(() => this.#subscribers.size === 0 && this.#end());
    };
  };

  #follow(): void {
    const cache = this.#open();
    this.#cache = cache;
    let isPending = true;
    const gather = (): void => {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        this.#shown = { data: cache.list(), isPending, error: cache.error };
        for (const subscriber of this.#subscribers) subscriber();
      }, GATHERING);
    };
    cache.subscribe(gather);
    void cache.ready.then(() => {
      isPending = false;
      if (this.#cache === cache) gather();
    });
  }

  #end(): void {
    this.#cache?.close();
    this.#cache = undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#closed();
  }
}
