import { readFileSync } from "node:fs";

/** Reads files and remembers what they said: whoever knows that no input has changed since need not read them again. */
export class InputFiles {
  readonly #texts = new Map<string, string>();

  /** Text of the file at an absolute path; `undefined` where there is none. */
  read(path: string): string | undefined {
    try {
      const text = readFileSync(path, "utf8");
      this.#texts.set(path, text);
      return text;
    } catch {
      // That a file is missing is an answer: resolving a module asks for many that are.
      return undefined;
    }
  }

  /** What was read so far, by absolute path. */
  texts(): ReadonlyMap<string, string> {
    return this.#texts;
  }
}
