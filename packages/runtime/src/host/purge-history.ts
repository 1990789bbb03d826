import { type CommandHandlers, commandStore, type HistoryPurge, type Store } from "@cmgen/store";

/** How much was erased. */
export interface PurgeCount {
  readonly erased: number;
  /** Whether anything was kept of the object that was named; true where none was. */
  readonly isKnown: boolean;
}

/**
 * Erases versions in a history for good: those of one object, those that were written before a time, or both. The object itself stays. The service
 * may run meanwhile.
 */
export async function purgeHistory(url: string, purge: HistoryPurge): Promise<PurgeCount> {
  // The process that has the SQLite file runs the handler below.
  return commandStore(url, { name: PURGE, input: purge }, (store) => purgeAll(store, purge));
}

/** Does {@link purgeHistory} in the process that has the SQLite file. */
export function purgeCommand(store: Pick<Store, "history">): CommandHandlers {
  return { [PURGE]: (input, { signal }) => purgeAll(store, input as HistoryPurge, signal) };
}

const PURGE = "purge history";

async function purgeAll(
  { history }: Pick<Store, "history">,
  purge: HistoryPurge,
  signal?: AbortSignal,
): Promise<PurgeCount> {
  const { name } = purge;
  const isKnown = name === undefined || (await history.list(purge, name, { limit: 1 })).length > 0;
  let erased = 0;
  for (let some = 1; some > 0; erased += some) {
    signal?.throwIfAborted();
    some = await history.purge(purge);
  }
  return { erased, isKnown };
}
