import { parseFieldPath, printPointer } from "@cmgen/model/internal";
import type { BrokenRule } from "./invalid.js";

/** More than a caller would read. */
const MOST_REFUSALS = 1000;

/** Collects what a check of the plugin's refuses. */
export class Refusals {
  readonly #found: BrokenRule[] = [];

  get found(): readonly BrokenRule[] {
    return this.#found;
  }

  /**
   * What the check calls.
   *
   * @throws {TypeError} for a path or a message that is not one: an object that was not checked must not count as valid.
   */
  readonly refuse = (path: string, message: string): void => {
    if (typeof message !== "string" || message === "") throw new TypeError("refuse(path, message) needs a message.");
    if (this.#found.length === MOST_REFUSALS) throw new TypeError(`It refused more than ${MOST_REFUSALS} times.`);
    this.#found.push({ path: pointerOf(path), keyword: "check", message });
  };
}

function pointerOf(path: unknown): string {
  if (typeof path !== "string") throw new TypeError("The path of refuse(path, message) is not a string.");
  try {
    return printPointer(parseFieldPath(path));
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new TypeError(`The path of refuse(path, message): ${error.message}.`, { cause: error });
    throw error;
  }
}
