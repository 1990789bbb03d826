/** Functions to be called when something happens. */
export class Listeners {
  readonly #listeners = new Set<() => void>();

  /** Returns a function that stops listening. The same function may be added twice. */
  add(listener: () => void): () => void {
    const entry = (): void => listener();
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  }

  notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
