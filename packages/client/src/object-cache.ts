import type { ChangeEvent, StoredLike } from "@cmgen/model";
import type { ReconnectOptions } from "./client-options.js";
import { ageOf } from "./object-age.js";
import type { CacheOptions, IndexKey, ObjectCache, Watched } from "./resource-client.js";
import { jittered, pause, reconnectDelays } from "./retry.js";

type Extract<Stored> = (object: Stored) => IndexKey | readonly IndexKey[] | undefined;

/** Keeps a copy of what `watch` tells, begun with a list, until it is closed. */
export function cacheObjects<Stored extends StoredLike, Index extends string>(
  watch: (signal: AbortSignal) => AsyncIterable<Watched<Stored>>,
  indexes: CacheOptions<Stored, unknown, Index>["indexes"],
  reconnect?: ReconnectOptions,
): ObjectCache<Stored, Index> {
  const [first, longest] = reconnectDelays(reconnect);
  const copy = new ObjectCopy<Stored>(indexes ?? {});
  const listeners = new Set<() => void>();
  const closing = new AbortController();
  let error: unknown;
  let loaded = (): void => {};
  const ready = new Promise<void>((resolve) => (loaded = resolve));

  function tell(): void {
    for (const listener of listeners) listener();
  }

  async function keep(): Promise<void> {
    for (let delay = first; !closing.signal.aborted; delay = Math.min(delay * 2, longest)) {
      try {
        for await (const event of watch(closing.signal)) {
          copy.apply(event);
          error = undefined;
          delay = first;
          loaded();
          tell();
        }
      } catch (reason) {
        error = reason;
        tell();
      }
      // Rejects when the cache is closed, which the loop sees.
      await pause(jittered(delay), closing.signal).catch(() => {});
    }
  }

  void keep();
  return {
    ready,
    get error() {
      return error;
    },
    get: (name) => copy.objects.get(name),
    list: () => copy.list(),
    find: (index, value) => copy.find(index, value),
    subscribe(listener) {
      // A function of its own, so that the same listener may be given twice.
      const own = (): void => listener();
      listeners.add(own);
      return () => listeners.delete(own);
    },
    close: () => closing.abort(),
  };
}

/** Objects by name, and by the values of the indexes. */
class ObjectCopy<Stored extends StoredLike> {
  readonly objects = new Map<string, Stored>();
  readonly #extracts: Readonly<Record<string, Extract<Stored>>>;
  /** By index and value, the names of the objects. */
  #names = new Map<string, Map<IndexKey, Set<string>>>();
  /** The same list until an object changes: a page need not be drawn again. */
  #list: readonly Stored[] | undefined;

  constructor(extracts: Readonly<Record<string, Extract<Stored>>>) {
    this.#extracts = extracts;
    for (const index of Object.keys(extracts)) this.#names.set(index, new Map());
  }

  apply(event: Watched<Stored>): void {
    this.#list = undefined;
    if (event.type === "RESET") this.#reset(event.objects);
    else this.#change(event);
  }

  list(): readonly Stored[] {
    this.#list ??= this.#sorted(this.objects.keys());
    return this.#list;
  }

  find(index: string, value: IndexKey): readonly Stored[] {
    const names = this.#names.get(index);
    if (names === undefined) throw new RangeError(`The cache has no index ${JSON.stringify(index)}`);
    return this.#sorted(names.get(value) ?? []);
  }

  #reset(objects: readonly Stored[]): void {
    const gone = new Set(this.objects.keys());
    for (const object of objects) {
      const { name } = object.metadata;
      gone.delete(name);
      const held = this.objects.get(name);
      // An object that is the same stays the same for those who compare by identity.
      if (held === undefined || ageOf(held) !== ageOf(object)) this.#put(name, object);
    }
    for (const name of gone) this.#remove(name);
  }

  /** Changes made while a list was fetched are told after it: what the list already had does not go back to an earlier state. */
  #change({ type, object }: ChangeEvent<Stored>): void {
    const { name } = object.metadata;
    const held = this.objects.get(name);
    if (held !== undefined && ageOf(object) < ageOf(held)) return;
    if (type === "DELETED") this.#remove(name);
    else this.#put(name, object);
  }

  #put(name: string, object: Stored): void {
    this.#remove(name);
    this.objects.set(name, object);
    for (const [index, value] of this.#valuesOf(object)) {
      const names = this.#names.get(index)?.get(value) ?? new Set<string>();
      this.#names.get(index)?.set(value, names.add(name));
    }
  }

  #remove(name: string): void {
    const object = this.objects.get(name);
    if (object === undefined) return;
    this.objects.delete(name);
    for (const [index, value] of this.#valuesOf(object)) {
      const names = this.#names.get(index)?.get(value);
      if (names?.delete(name) && names.size === 0) this.#names.get(index)?.delete(value);
    }
  }

  #valuesOf(object: Stored): [index: string, value: IndexKey][] {
    return Object.entries(this.#extracts).flatMap(([index, extract]) => {
      const values = extract(object);
      if (values === undefined) return [];
      return (typeof values === "object" ? values : [values]).map((value): [string, IndexKey] => [index, value]);
    });
  }

  #sorted(names: Iterable<string>): readonly Stored[] {
    return [...names].toSorted().flatMap((name) => this.objects.get(name) ?? []);
  }
}
