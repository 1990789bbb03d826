/** A step that cannot be made; the message names the object and what is wrong with it. */
export class EvolutionError extends Error {
  override readonly name = "EvolutionError";
}

/** How often a batch is read again because others changed one of its objects. */
const TRIES = 100;

/** @throws {EvolutionError} where a batch was read again too often: then no other writer is to blame. */
export function assertMayRepeat({ resource }: { readonly resource: string }, tries: number): void {
  if (tries < TRIES) return;
  throw new EvolutionError(
    `Some object of ${resource} has another version than its bytes say, or changes all the time. \`cmgen doctor\` finds out which.`,
  );
}
