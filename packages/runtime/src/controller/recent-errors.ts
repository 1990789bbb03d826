import { describeError } from "../log/describe-error.js";

/** What a controller failed with, as operators are shown it. */
export interface ControllerError {
  readonly object: string;
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly message: string;
}

/** Objects whose last error is kept, of each controller. */
const KEPT = 20;
/** Characters that are kept of a message: an error may quote whole documents. */
const LONGEST = 500;

/** The last error of each of the objects that failed last, the newest first. However many objects fail, it stays small. */
export class RecentErrors {
  readonly #errors = new Map<string, ControllerError>();

  /** Notes what was thrown for an object. Never throws. */
  note(object: string, thrown: unknown): void {
    // A key that is set again keeps its place in a map.
    this.#errors.delete(object);
    this.#errors.set(object, { object, at: Date.now(), message: shortMessage(thrown) });
    for (const oldest of this.#errors.keys()) {
      if (this.#errors.size <= KEPT) return;
      this.#errors.delete(oldest);
    }
  }

  newestFirst(): readonly ControllerError[] {
    return [...this.#errors.values()].toReversed();
  }
}

function shortMessage(thrown: unknown): string {
  const { type, message } = describeError(thrown);
  const text = message === "" ? type : message;
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST).toWellFormed()}…`;
}
