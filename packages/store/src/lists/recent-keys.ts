/** Remembers a limited number of keys that were asked for last. */
export class RecentKeys {
  readonly #limit: number;
  readonly #keys = new Set<string>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether the key was asked for before. If so it is forgotten, else remembered. */
  take(key: string): boolean {
    if (this.#keys.delete(key)) return true;
    this.#keys.add(key);
    const [oldest] = this.#keys;
    if (this.#keys.size > this.#limit && oldest !== undefined) this.#keys.delete(oldest);
    return false;
  }
}
