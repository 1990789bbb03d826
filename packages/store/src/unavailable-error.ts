/** Why a database did not do what it was asked to do although nothing was wrong with the request. */
export interface Trouble {
  /** For the operator: what the database or the network did. */
  readonly reason: string;
  /** Whether a connection broke: the same read may succeed on another one, and what became of a write is not known. */
  readonly broken: boolean;
}

export interface UnavailableOptions extends ErrorOptions {
  /** `away`: the database does not answer or refuses. `busy`: it answers, and others are served first. Default `away`. */
  readonly state?: "away" | "busy";
}

/**
 * The database could not do what it was asked to do; later it may. The message is for callers and says nothing about the inside; the cause
 * is for the log.
 */
export class UnavailableError extends Error {
  override readonly name = "UnavailableError";
  readonly state: "away" | "busy";

  constructor(message: string, { state = "away", ...options }: UnavailableOptions = {}) {
    super(message, options);
    this.state = state;
  }
}

/** Causes that are looked at: an error can be its own cause. */
const MOST_CAUSES = 5;

/** The `UnavailableError` that an error is or was caused by. */
export function unavailableIn(error: unknown): UnavailableError | undefined {
  let current = error;
  for (let depth = 0; depth < MOST_CAUSES && current instanceof Error; depth += 1) {
    if (current instanceof UnavailableError) return current;
    current = current.cause;
  }
  return undefined;
}
