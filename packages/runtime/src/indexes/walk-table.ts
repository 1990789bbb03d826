import { setTimeout as delay } from "node:timers/promises";
import { type IndexStorage, WalkLostError } from "@cmgen/store";

/** The pause before a walk that was lost to another process is looked at again. */
const AGAIN_MS = 100;

/** A walk over the objects of a table, which one process makes at a time, and which goes on where it was left. */
export interface TableWalk {
  readonly table: string;
  readonly signal: AbortSignal | undefined;
  /** Whether something is left to do. */
  readonly isDue: () => Promise<boolean>;
  /** Does what is left. Ends with a `WalkLostError` when the signal is aborted, or what is known of the walk is not what it was. */
  readonly walk: (lost: AbortSignal) => Promise<void>;
}

/** Makes a walk, and returns when nothing is left to do: if another process makes it, waits until that has done it, or goes on in its place. */
export async function walkTable(
  storage: Pick<IndexStorage, "locked">,
  { table, signal, isDue, walk }: TableWalk,
): Promise<void> {
  while (await isDue()) {
    try {
      await storage.locked({ table, signal }, walk);
    } catch (error) {
      if (!(error instanceof WalkLostError)) throw error;
      await delay(AGAIN_MS, undefined, signal === undefined ? {} : { signal });
    }
  }
}

/** @throws {WalkLostError} when the lock of a walk is lost. */
export function assertKept(lost: AbortSignal, { name }: { readonly name: string }): void {
  if (lost.aborted) throw new WalkLostError(name);
}
