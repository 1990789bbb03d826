import { watch, type FSWatcher } from "node:fs";

/** Tells of changes in folders: of those that happen while nobody waits as well. */
export class FolderWatch {
  readonly #watchers = new Map<string, FSWatcher>();
  #changed = false;
  #wake: (() => void) | undefined;

  /** Watches `folders` too, each without those below it. Folders that are missing are left out. */
  add(folders: Iterable<string>): void {
    for (const folder of folders) if (!this.#watchers.has(folder)) this.#open(folder);
  }

  /** Resolves after a change since {@link forget} was called, or when `signal` aborts. */
  async change(signal: AbortSignal): Promise<void> {
    if (!this.#changed && !signal.aborted) {
      // The signal lasts as long as the command: listeners that stay would pile up on it, one for each change.
      const waiting = new AbortController();
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        signal.addEventListener("abort", () => resolve(), { once: true, signal: waiting.signal });
      });
      waiting.abort();
    }
  }

  /** Changes so far are dealt with. */
  forget(): void {
    this.#changed = false;
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  #open(folder: string): void {
    try {
      const watcher = watch(folder, () => this.#tell());
      watcher.on("error", () => this.#drop(folder));
      this.#watchers.set(folder, watcher);
    } catch {
      // It went between being found and being watched; its parent tells when it is back.
    }
  }

  #tell(): void {
    this.#changed = true;
    this.#wake?.();
  }

  #drop(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
    this.#tell();
  }
}
