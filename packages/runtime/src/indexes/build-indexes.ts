import type { ModelDescriptor } from "../model/model-descriptor.js";
import type { IndexState, IndexStorage, Store } from "@cmgen/store";
import { fillIndexes } from "./fill-indexes.js";
import { IndexBuildError } from "./index-build-error.js";
import type { IndexBuildOptions } from "./index-build-options.js";
import { indexedTables, type IndexedTable } from "./indexed-table.js";

/**
 * Builds the indexes of models that have not been built, or were built from another declaration (spec 2.5). Others are not touched. The progress
 * is saved with each batch, so that an interrupted build continues where it stopped.
 *
 * @throws {IndexBuildError} for the first object whose unique value is taken, or whose index function throws. That index starts from the
 * beginning the next time; the others continue.
 */
export async function buildIndexes(
  store: Pick<Store, "indexes">,
  models: readonly ModelDescriptor[],
  options: IndexBuildOptions = {},
): Promise<void> {
  for (const table of indexedTables(models)) {
    if ((await outdated(store.indexes, table)).length === 0) continue;
    await store.indexes.locked({ table: table.name, signal: options.signal }, () =>
      buildTable(store.indexes, table, options),
    );
  }
}

/** The wanted states of indexes that do not have them yet. */
async function outdated(storage: IndexStorage, table: IndexedTable): Promise<readonly IndexState[]> {
  const states = await storage.states(table.name);
  const stale = states.filter(({ index }) => !table.fingerprints.has(index)).map(({ index }) => index);
  // An index that is declared again later is built again, whatever its columns contain by then.
  if (stale.length > 0) await storage.forget(table.name, stale);
  return [...table.fingerprints].flatMap(([index, fingerprint]): IndexState[] => {
    const known = states.find((state) => state.index === index && state.fingerprint === fingerprint);
    if (known?.state === "ready") return [];
    return [{ index, fingerprint, state: "building", position: known?.position ?? null }];
  });
}

async function buildTable(storage: IndexStorage, table: IndexedTable, options: IndexBuildOptions): Promise<void> {
  const states = await begin(storage, table);
  if (states.length === 0) return;
  try {
    await fillIndexes(storage, { table, states, options });
  } catch (error) {
    if (error instanceof IndexBuildError) await abandon(storage, table, error.index);
    throw error;
  }
  await storage.save(
    table.name,
    states.map((state) => ({ ...state, state: "ready", position: null })),
  );
}

/** Old values of a unique index could clash with new ones. Those of other indexes are overwritten during the build. */
async function begin(storage: IndexStorage, table: IndexedTable): Promise<readonly IndexState[]> {
  const states = await outdated(storage, table);
  const fresh = states.filter(({ position }) => position === null);
  if (fresh.length === 0) return states;
  await storage.save(table.name, fresh);
  const unique = fresh.map(({ index }) => index).filter((index) => table.isUnique(index));
  if (unique.length > 0) await storage.clear(table.stored, unique);
  const begun = states.map((state) => ({ ...state, position: state.position ?? 0 }));
  await storage.save(table.name, begun);
  return begun;
}

async function abandon(storage: IndexStorage, table: IndexedTable, index: string): Promise<void> {
  await storage.forget(table.name, [index]);
  await storage.clear(table.stored, [index]);
}
