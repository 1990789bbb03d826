import { FileInUseError, openDatabase, type Store } from "@cmgen/store";

import type { DatabaseWithModels } from "../database/database-with-models.js";
import type { PluginDatabase } from "../database/plugin-database.js";
import { loadRuntime } from "../database/runtime.js";
import { FilesError } from "../usage-error.js";

/**
 * Opens a database for this process alone, to store a copy in it.
 *
 * @throws {FileInUseError} where another process has the SQLite file
 * @throws {FilesError} where a service runs, or another import
 */
export async function withLoneStore<Result>(
  { database: { url, label }, models }: DatabaseWithModels,
  use: (store: Store) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase(url);
  try {
    // A service that is about to stop is not waited for: the operator who moves a database knows when it has stopped.
    await database.own({
      waiting: (owner) => {
        throw new FileInUseError(url, owner);
      },
    });
    const store = await database.openStore({ isCopying: true });
    try {
      return await withTables(store, { models, label }, () => use(store));
    } finally {
      await store.close();
    }
  } finally {
    await database.close();
  }
}

interface Held extends Pick<DatabaseWithModels, "models">, Pick<PluginDatabase, "label"> {}

/** @throws {FilesError} where a service runs, or another import */
async function withTables<Result>(store: Store, { models, label }: Held, use: () => Promise<Result>): Promise<Result> {
  const { holdTables, indexedTables } = await loadRuntime();
  const alone = await store.locks.tryHold("copies");
  if (alone === undefined) throw new FilesError(`Another import is storing a copy in ${label}.`);
  try {
    const held = await holdTables(store, indexedTables(models));
    if ("resource" in held)
      throw new FilesError(
        `A service runs on ${label} and has ${held.resource}. Stop it first; no other may start before the import has ended.`,
      );
    try {
      return await use();
    } finally {
      await held.release();
    }
  } finally {
    await alone.release();
  }
}
