import { readFileSync } from "node:fs";
import { dirname } from "node:path";

/** Reads files and remembers what they said: whoever knows that no input has changed since need not read them again. */
export class InputFiles {
  readonly #texts: Map<string, string>;
  readonly #slices = new Map<string, string>();
  readonly #folders = new Set<string>();
  readonly #missing = new Set<string>();
  readonly #edited: ReadonlySet<string>;

  /** @param edited Texts that take the place of those on disk, by absolute path; a file that is not on disk is there, too. */
  constructor(edited: ReadonlyMap<string, string> = new Map()) {
    this.#texts = new Map(edited);
    this.#edited = new Set(edited.keys());
  }

  /** Absolute paths of the files whose texts are not those on disk. */
  edited(): ReadonlySet<string> {
    return this.#edited;
  }

  /** Text of the file at an absolute path; `undefined` where there is none. */
  read(path: string): string | undefined {
    const known = this.#texts.get(path);
    if (known !== undefined) return known;
    try {
      const text = readFileSync(path, "utf8");
      this.#texts.set(path, text);
      return text;
    } catch {
      this.missed(path);
      return undefined;
    }
  }

  /** From now on the program gets this in place of a file's text. */
  slice(path: string, text: string): void {
    this.#slices.set(path, text);
  }

  /** The modules that the program gets slices of, as absolute paths. */
  slices(): ReadonlyMap<string, string> {
    return this.#slices;
  }

  /** What the program gets of a file: its text, or a slice of it. */
  programText(path: string): string | undefined {
    return this.#slices.get(path) ?? this.read(path);
  }

  /** A file was looked for and is not there. That is an answer too: should it appear, its folder's listing tells. */
  missed(path: string): void {
    this.#missing.add(path);
    this.listed(dirname(path));
  }

  /** As {@link missed}, for a folder. */
  missedFolder(path: string): void {
    this.#missing.add(path);
  }

  /** The outcome depends on which files a folder has. What is installed is left out: package managers leave marks of their own. */
  listed(folder: string): void {
    if (!/[\\/]node_modules(?:[\\/]|$)/.test(folder)) this.#folders.add(folder);
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
}
