import type { IndexedTable } from "../indexes/indexed-table.js";
import type { Stop } from "../indexes/walk-table.js";

/** A step that cannot be made; the message names the object and what is wrong with it. */
export class EvolutionError extends Error {
  override readonly name = "EvolutionError";
}

/** Why a pass that changes objects ended early. */
export function stoppedError({ resource }: IndexedTable, stopped: Stop): EvolutionError {
  if (stopped === "superseded") return new EvolutionError(`Another release of the service has taken ${resource}.`);
  return new EvolutionError(`An object of ${resource} is changed by others all the time: try again.`);
}

/** Of an object whose bytes do not say the version that its row has. */
export function damaged({ resource }: IndexedTable, name: string): EvolutionError {
  return new EvolutionError(
    `The object ${name} of ${resource} is damaged: its stored version differs from the one in its content. \`cmgen doctor\` finds all such objects.`,
  );
}
