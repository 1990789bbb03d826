import { mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, type Stats, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { OutputError } from "./output-error.js";

/** Is called with a file's path and looks, right after the file was moved into its place. */
export type OnWritten = (path: string, stats: Stats) => void;

/** The files below a plugin's root: the one place that touches the disk for the rest of this folder. Paths are as in a manifest. */
export class PluginFiles {
  readonly #root: string;
  readonly #onWritten: OnWritten | undefined;

  /**
   * @param root Absolute path of the plugin.
   * @param onWritten Is given what each file looks like that is written.
   */
  constructor(root: string, onWritten?: OnWritten) {
    this.#root = root;
    this.#onWritten = onWritten;
  }

  /**
   * Text of a file, or `undefined` where there is none.
   *
   * @throws {OutputError} where there is one that cannot be read.
   */
  read(path: string): string | undefined {
    try {
      return readFileSync(join(this.#root, path), "utf8");
    } catch (error) {
      if (codeOf(error) === "ENOENT") return undefined;
      throw failure(path, "cannot be read", error);
    }
  }

  /**
   * Writes the `written` and removes the `removed`, so that each file is there whole or as it was before: all texts are laid
   * beside their places first, and moved into them once all are there.
   *
   * @throws {OutputError} at the first file that cannot be written or removed; what was laid beside is cleared away.
   */
  change(written: ReadonlyMap<string, string>, removed: readonly string[] = []): void {
    const staged = new Map([...written.keys()].map((path) => [path, `${path}.${process.pid}.tmp`]));
    try {
      this.#makeFolders([...written.keys()]);
      for (const [path, temporary] of staged) this.#write(path, temporary, written.get(path) ?? "");
      // Removed before the others are moved: where names differ in case only, the disk may take them for one.
      for (const path of removed) this.#remove(path);
      for (const [path, temporary] of staged) {
        this.#move(temporary, path);
        staged.delete(path);
      }
    } finally {
      for (const temporary of staged.values()) rmSync(join(this.#root, temporary), { force: true });
      for (const path of removed) this.#removeEmptyFolders(path);
    }
  }

  #makeFolders(paths: readonly string[]): void {
    const folders = new Map(paths.map((path) => [dirname(path), path]));
    for (const [folder, path] of folders) {
      attempt(path, "cannot be written", () => mkdirSync(join(this.#root, folder), { recursive: true }));
    }
  }

  #write(path: string, temporary: string, contents: string): void {
    attempt(path, "cannot be written", () => writeFileSync(join(this.#root, temporary), contents));
  }

  #move(from: string, path: string): void {
    const place = join(this.#root, path);
    attempt(path, "cannot be written", () => renameSync(join(this.#root, from), place));
    const stats = this.#onWritten && statSync(place, { throwIfNoEntry: false });
    if (stats !== undefined) this.#onWritten?.(path, stats);
  }

  #remove(path: string): void {
    attempt(path, "cannot be removed", () => rmSync(join(this.#root, path), { force: true }));
  }

  #removeEmptyFolders(path: string): void {
    try {
      for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) rmdirSync(join(this.#root, folder));
    } catch {
      // Not empty, or gone already: then this is as far up as anything is to be cleared.
    }
  }
}

function attempt(path: string, problem: string, action: () => unknown): void {
  try {
    action();
  } catch (error) {
    throw failure(path, problem, error);
  }
}

function failure(path: string, what: string, cause: unknown): OutputError {
  return new OutputError(path, `${what} (${codeOf(cause) ?? String(cause)}).`, { cause });
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
