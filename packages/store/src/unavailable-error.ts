/** Why the database failed although nothing was wrong with the request. */
export interface Trouble {
  /** For the operator: what the database or the network did. */
  readonly reason: string;
  /** Whether a connection broke. Then a read may succeed on another one, and a write may or may not have been done. */
  readonly broken: boolean;
}

interface UnavailableOptions extends ErrorOptions {
  /** `away`: the database does not answer or refuses. `busy`: it answers, but other requests come first. Default `away`. */
  readonly state?: "away" | "busy";
}

/**
 * The database could not do what it was asked; later it may. The message is for callers and reveals nothing internal. The cause is for the
 * log.
 */
export class UnavailableError extends Error {
  override readonly name = "UnavailableError";
  readonly state: "away" | "busy";

  constructor(message: string, { state = "away", ...options }: UnavailableOptions = {}) {
    super(message, options);
    this.state = state;
  }
}

/** The number of causes followed: an error can be its own cause. */
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
