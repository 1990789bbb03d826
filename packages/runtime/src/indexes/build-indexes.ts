import type { ModelDescriptor } from "../model/model-descriptor.js";
import type { IndexState, IndexStorage, MarkMove, Store } from "@cmgen/store";
import { fillIndexes } from "./fill-indexes.js";
import type { IndexBuildOptions } from "./index-build-options.js";
import { indexedTables, type IndexedTable } from "./indexed-table.js";
import { walkTable } from "./walk-table.js";

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
    await walkTable(store.indexes, {
      table: table.name,
      signal: options.signal,
      isDue: async () => (await outdated(store.indexes, table)).moves.length > 0,
      walk: (lost) => buildTable(store.indexes, { table, options, lost }),
    });
  }
}

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

async function buildTable(storage: IndexStorage, { table, options, lost }: TableBuild): Promise<void> {
  const states = await begin(storage, table);
  if (states.length === 0) return;
  const pass = { table, states, options, lost };
  const last = await fillIndexes(storage, pass);
  await storage.move(
    table.name,
    last.map((from) => ({ index: { from, to: { ...from, state: "ready", position: null } } })),
  );
}

/** Old values of a unique index could clash with new ones. Those of other indexes are overwritten during the build. */
async function begin(storage: IndexStorage, table: IndexedTable): Promise<readonly IndexState[]> {
  const { moves, states } = await outdated(storage, table);
  await storage.move(table.name, moves);
  const fresh = states.filter(({ position }) => position === null);
  for (const state of fresh) if (table.isUnique(state.index)) await storage.clear(table.stored, state);
  const begun = fresh.map((from) => ({ ...from, position: 0 }));
  await storage.move(
    table.name,
    fresh.map((from) => ({ index: { from, to: { ...from, position: 0 } } })),
  );
  return [...states.filter(({ position }) => position !== null), ...begun];
}
