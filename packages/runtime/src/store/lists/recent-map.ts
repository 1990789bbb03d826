/** Keeps values by key, so many of them: the most recently used. What callers ask for must not decide how much is remembered of it. */
export class RecentMap<Value> {
  readonly #limit: number;
  readonly #values = new Map<string, Value>();
  /** Its place is right already: one kind of list is often asked for many times on end. */
  #latest: string | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key);
    if (value === undefined || key === this.#latest) return value;
    this.#values.delete(key);
    this.#values.set(key, value);
    this.#latest = key;
    return value;
  }

  set(key: string, value: Value): void {
    if (key !== this.#latest) this.#values.delete(key);
    this.#values.set(key, value);
    this.#latest = key;
    if (this.#values.size <= this.#limit) return;
    const [oldest] = this.#values.keys();
    if (oldest !== undefined) this.#values.delete(oldest);
  }

  delete(key: string): void {
    this.#values.delete(key);
  }
}
