/** Which files import which, by absolute paths. */
export class ImportGraph {
  readonly #imports = new Map<string, Set<string>>();

  add(from: string, to: string): void {
    const imports = this.#imports.get(from) ?? new Set();
    this.#imports.set(from, imports);
    imports.add(to);
  }

  /** Files, and all that they import, directly or not. */
  closure(files: Iterable<string>): readonly string[] {
    const found = new Set(files);
    // A set goes through what is added to it on the way.
    for (const file of found) for (const imported of this.#imports.get(file) ?? []) found.add(imported);
    return [...found];
  }
}
