/** Remembers the keys it was last asked for, so many of them. */
export class RecentKeys {
  readonly #limit: number;
  readonly #keys = new Set<string>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether the key was asked for before; then it is forgotten, else it is remembered. */
  take(key: string): boolean {
    if (this.#keys.delete(key)) return true;
    this.#keys.add(key);
    const [oldest] = this.#keys;
    if (this.#keys.size > this.#limit && oldest !== undefined) this.#keys.delete(oldest);
    return false;
  }
}
