/** Values that were made of a text, kept for as long as every run asks for them again. */
export class RecentValues<Value> {
  #last: ReadonlyMap<string, Value> = new Map();
  #current = new Map<string, Value>();

  /** The value for a key, made where neither this run nor the last one asked for it. The key has to say all that the value depends on. */
  get(key: string, make: () => Value): Value {
    const value = this.#current.get(key) ?? this.#last.get(key) ?? make();
    this.#current.set(key, value);
    return value;
  }

  /** Ends a run: what it did not ask for is forgotten. */
  endRun(): void {
    this.#last = this.#current;
    this.#current = new Map();
  }
}
