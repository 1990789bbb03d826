import type { ModelDescriptor } from "../model/model-descriptor.js";
import type { IndexState, IndexStorage, MarkMove, Store } from "@cmgen/store";
import { IndexBuildError } from "./index-build-error.js";
import type { IndexBuildOptions } from "./index-build-options.js";
import { indexedTables, type IndexedTable } from "./indexed-table.js";
import { buildError, indexedValues } from "./indexed-values.js";
import { passOver, walkTable } from "./walk-table.js";

/**
 * Builds the indexes of models that have not been built, or were built from another declaration (spec 2.5). Others are not touched. The progress
 * is saved with each batch, so that an interrupted build continues where it stopped.
 *
 * @throws {IndexBuildError} for the first object whose unique value is taken, or whose index function throws. That index starts from the
 * beginning the next time; the others continue.
 */
export async function buildIndexes(
  store: IndexingStore,
  models: readonly ModelDescriptor[],
  options: IndexBuildOptions = {},
): Promise<void> {
  for (const table of indexedTables(models)) {
    await walkTable(store.walks, {
      table,
      signal: options.signal,
      isDue: async () => (await outdated(store.indexes, table)).moves.length > 0,
      walk: (lost) => buildTable(store, { table, options, lost }),
    });
  }
}

type IndexingStore = Pick<Store, "indexes" | "walks">;

interface Outdated {
  /** How the database comes to know what is to be built from the beginning, and forgets other indexes. */
  readonly moves: readonly MarkMove[];
  /** The indexes that are to be built, after that. */
  readonly states: readonly IndexState[];
}

async function outdated(storage: IndexStorage, table: IndexedTable): Promise<Outdated> {
  const known = await storage.states(table.name);
  // An index that is declared again later is built again, whatever its columns contain by then.
  const stale = known.filter(({ index }) => !table.fingerprints.has(index));
  const moves: MarkMove[] = stale.map((from) => ({ index: { from, to: undefined } }));
  const states: IndexState[] = [];
  for (const [index, fingerprint] of table.fingerprints) {
    const from = known.find((state) => state.index === index);
    const isBegun = from?.fingerprint === fingerprint;
    if (isBegun && from.state === "ready") continue;
    const fresh: IndexState = { index, fingerprint, state: "building", position: null };
    states.push(isBegun ? from : fresh);
    moves.push({ index: { from, to: isBegun ? from : fresh } });
  }
  return { moves, states };
}

interface TableBuild {
  readonly table: IndexedTable;
  readonly options: IndexBuildOptions;
  /** Aborted when another process may build the indexes. */
  readonly lost: AbortSignal;
}

async function buildTable(store: IndexingStore, build: TableBuild): Promise<void> {
  const states = await begin(store, build.table);
  if (states.length === 0) return;
  const built = await fillIndexes(store, build, states);
  await store.walks.move(
    build.table.name,
    built.map((from) => ({ index: { from, to: { ...from, state: "ready", position: null } } })),
  );
}

/** Old values of a unique index could clash with new ones. Those of other indexes are overwritten during the build. */
async function begin({ indexes, walks }: IndexingStore, table: IndexedTable): Promise<readonly IndexState[]> {
  const { moves, states } = await outdated(indexes, table);
  await walks.move(table.name, moves);
  const fresh = states.filter(({ position }) => position === null);
  for (const state of fresh) if (table.isUnique(state.index)) await indexes.clear(table.stored, state);
  const begun = fresh.map((from) => ({ ...from, position: 0 }));
  await walks.move(
    table.name,
    fresh.map((from) => ({ index: { from, to: { ...from, position: 0 } } })),
  );
  return [...states.filter(({ position }) => position !== null), ...begun];
}

/**
 * Goes through the objects in the order of their ids, from the lowest position of the indexes, and fills all indexes at once.
 *
 * @returns the indexes as the database knows them then.
 */
async function fillIndexes(
  store: IndexingStore,
  { table, options, lost }: TableBuild,
  states: readonly IndexState[],
): Promise<readonly IndexState[]> {
  const { onProgress, signal, batch } = options;
  const { resource } = table;
  const names = states.map(({ index }) => index);
  try {
    const end = await passOver(store.walks, {
      table,
      marks: states.map((index) => ({ index })),
      position: Math.min(...states.map(({ position }) => position ?? 0)),
      transform: ({ id, name, version, data }) => ({
        id,
        name,
        version,
        values: indexedValues(table, names, { name, data }),
      }),
      signal,
      lost,
      batch,
      onProgress: (done, total) => onProgress?.({ resource, indexes: names, done, total }),
    });
    if ("stopped" in end) throw buildError(table, names, end.stopped);
    return end.marks.flatMap((mark) => ("index" in mark ? [mark.index] : []));
  } catch (error) {
    if (error instanceof IndexBuildError) await beginAgain(store, table, error.index);
    throw error;
  }
}

/** An index that cannot be filled is to be built from the beginning, and holds no values that could refuse writes. */
async function beginAgain({ indexes, walks }: IndexingStore, table: IndexedTable, index: string): Promise<void> {
  const from = (await indexes.states(table.name)).find((state) => state.index === index);
  if (from === undefined) return;
  const again = { ...from, position: null };
  await walks.move(table.name, [{ index: { from, to: again } }]);
  await indexes.clear(table.stored, again);
}
