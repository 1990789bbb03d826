/** Half of the entries that are kept whether anybody uses them or not. */
const GENERATION = 5000;

/**
 * Entries by their keys. The latest ones are kept, and of the others those that somebody still holds, such as a watch that is open: so that an
 * entry which is found here is the one that everybody has.
 */
export class HeldEntries<Entry extends object> {
  readonly #most: number;
  readonly #held = new Map<string, WeakRef<Entry>>();
  readonly #released = new FinalizationRegistry<string>((key) => {
    if (this.#held.get(key)?.deref() === undefined) this.#held.delete(key);
  });
  #young = new Map<string, Entry>();
  #old = new Map<string, Entry>();

  /** @param most a small value lets a test reach it. */
  constructor(most = GENERATION) {
    this.#most = most;
  }

  get(key: string): Entry | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const entry = this.#old.get(key) ?? this.#held.get(key)?.deref();
    if (entry !== undefined) this.#keep(key, entry);
    return entry;
  }

  set(key: string, entry: Entry): void {
    this.#held.set(key, new WeakRef(entry));
    this.#released.register(entry, key);
    this.#keep(key, entry);
  }

  /** All entries that anybody may still hold. */
  *all(): Iterable<readonly [string, Entry]> {
    for (const [key, reference] of this.#held) {
      const entry = reference.deref();
      if (entry !== undefined) yield [key, entry];
    }
  }

  /** Whoever holds entries has the old ones; they are not found any more. */
  clear(): void {
    this.#young.clear();
    this.#old.clear();
    this.#held.clear();
  }

  #keep(key: string, entry: Entry): void {
    if (this.#young.size >= this.#most) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, entry);
  }
}
