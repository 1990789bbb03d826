import type { ProblemCause } from "@cmgen/model";
import { ApiError } from "../error/api-error.js";

/** Collects what is wrong with a list's parameters, so that the answer reports everything at once. */
export class QueryProblems {
  readonly #causes: ProblemCause[] = [];
  readonly #fields: Iterable<string>;

  /** `fields`: what can be selected and sorted by, reported if another field was named. */
  constructor(fields: Iterable<string> = []) {
    this.#fields = fields;
  }

  add(cause: ProblemCause): void {
    this.#causes.push(cause);
  }

  /** @throws {ApiError} `InvalidQuery` if there are any. */
  throwIfAny(): void {
    const [first, ...others] = this.#causes;
    if (first === undefined) return;
    const column = first.column === undefined ? "" : ` at column ${first.column}`;
    const detail =
      others.length === 0
        ? `${first.path}${column}: ${first.message}`
        : `${this.#causes.length} parameters or terms are not valid.`;
    const unknown = this.#causes.some(({ code }) => code === "unknownField" || code === "notSortable");
    throw new ApiError("InvalidQuery", detail, {
      errors: this.#causes,
      ...(unknown ? { extras: { indexes: [...this.#fields] } } : {}),
    });
  }
}
