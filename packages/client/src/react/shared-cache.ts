import type { ObjectCache } from "../resource-client.js";

/** All objects of a selection as a page shows them. */
export interface AllObjects<Stored> {
  /** By name. The same list until an object changes. */
  readonly items: readonly Stored[];
  /** Whether the objects have not been there yet. */
  readonly isPending: boolean;
  /** Why changes do not come at the moment; it is tried again. */
  readonly error: unknown;
}

/** Changes that come within this time are shown together, in milliseconds. */
const GATHERING = 20;

export const pending: AllObjects<never> = { items: [], isPending: true, error: undefined };

/** A cache that is open while somebody looks at it. */
export class SharedCache<Stored> {
  readonly #open: () => ObjectCache<Stored, never>;
  readonly #closed: () => void;
  readonly #lookers = new Set<() => void>();
  #cache: ObjectCache<Stored, never> | undefined;
  #shown: AllObjects<Stored> = pending;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `closed` is called when nobody looks any more. */
  constructor(open: () => ObjectCache<Stored, never>, closed: () => void) {
    this.#open = open;
    this.#closed = closed;
  }

  readonly shown = (): AllObjects<Stored> => this.#shown;

  readonly subscribe = (looker: () => void): (() => void) => {
    this.#lookers.add(looker);
    if (this.#cache === undefined) this.#follow();
    return () => {
      this.#lookers.delete(looker);
      // Later: React's strict mode looks away and back at once.
      queueMicrotask(() => this.#lookers.size === 0 && this.#end());
    };
  };

  #follow(): void {
    const cache = this.#open();
    this.#cache = cache;
    let isPending = true;
    const gather = (): void => {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        this.#shown = { items: cache.list(), isPending, error: cache.error };
        for (const looker of this.#lookers) looker();
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
