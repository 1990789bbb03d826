import { readFileSync } from "node:fs";
import nodePath, { type PlatformPath } from "node:path";

import { slashed } from "../paths/slashed.js";

/**
 * Reads files and remembers what they said: whoever knows that no input has changed since need not read them again. A file is one, however
 * its path is written: all paths are kept with `/`.
 */
export class InputFiles {
  readonly #texts: Map<string, string>;
  readonly #slices = new Map<string, string>();
  readonly #folders = new Set<string>();
  readonly #missing = new Set<string>();
  readonly #edited: ReadonlySet<string>;
  readonly #system: PlatformPath;

  /**
   * @param edited Texts that take the place of those on disk, by absolute path; a file that is not on disk is there, too.
   * @param system Whose paths these are. Default: this machine's.
   */
  constructor(edited: ReadonlyMap<string, string> = new Map(), system: PlatformPath = nodePath) {
    this.#system = system;
    this.#texts = new Map(Array.from(edited, ([path, text]) => [this.#keyOf(path), text]));
    this.#edited = new Set(this.#texts.keys());
  }

  /** Whether the text of a file is not the one on disk. */
  isEdited(path: string): boolean {
    return this.#edited.has(this.#keyOf(path));
  }

  /** Absolute paths of the files whose texts are not those on disk. */
  edited(): ReadonlySet<string> {
    return this.#edited;
  }

  /** Text of the file at an absolute path; `undefined` where there is none. */
  read(path: string): string | undefined {
    const key = this.#keyOf(path);
    const known = this.#texts.get(key);
    if (known !== undefined) return known;
    try {
      const text = readFileSync(path, "utf8");
      this.#texts.set(key, text);
      return text;
    } catch {
      this.missed(path);
      return undefined;
    }
  }

  /** From now on the program gets this in place of a file's text. */
  slice(path: string, text: string): void {
    this.#slices.set(this.#keyOf(path), text);
  }

  /** The modules that the program gets slices of, as absolute paths. */
  slices(): ReadonlyMap<string, string> {
    return this.#slices;
  }

  /** What the program gets of a file: its text, or a slice of it. */
  programText(path: string): string | undefined {
    return this.#slices.get(this.#keyOf(path)) ?? this.read(path);
  }

  /** A file was looked for and is not there. That is an answer too: should it appear, its folder's listing tells. */
  missed(path: string): void {
    this.#missing.add(this.#keyOf(path));
    this.listed(this.#system.dirname(path));
  }

  /** As {@link missed}, for a folder. */
  missedFolder(path: string): void {
    this.#missing.add(this.#keyOf(path));
  }

  /** The outcome depends on which files a folder has. What is installed is left out: package managers leave marks of their own. */
  listed(folder: string): void {
    if (!/[\\/]node_modules(?:[\\/]|$)/.test(folder)) this.#folders.add(this.#keyOf(folder));
  }

  /** What was read so far, by absolute path. */
  texts(): ReadonlyMap<string, string> {
    return this.#texts;
  }

  /** Absolute paths at which a file or folder was looked for and not found. */
  missing(): ReadonlySet<string> {
    return this.#missing;
  }

  /** Folders, as absolute paths, in which a new file may change the outcome. */
  folders(): ReadonlySet<string> {
    return this.#folders;
  }
  #keyOf(path: string): string {
    return slashed(path, this.#system);
  }
}
