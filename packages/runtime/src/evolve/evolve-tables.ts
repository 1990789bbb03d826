import type { MarkMove, StepState, Store, WalkStorage } from "@cmgen/store";
import { indexedTables, type IndexedTable } from "../indexes/indexed-table.js";
import { passOver, walkTable } from "../indexes/walk-table.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { defaultsKey, unfinished } from "./default-steps.js";
import { dueSteps, stepsOf, type DueStep } from "./due-steps.js";
import { evolveStored, showEvolved } from "./evolve-stored.js";
import { stoppedError } from "./evolution-error.js";
import { fillDefaults } from "./fill-defaults.js";

/** How far the objects of a resource are. */
export interface EvolveProgress {
  /** `<plural>.<group>`. */
  readonly resource: string;
  /** The steps that are made in one walk over the objects; none while defaults of an earlier release are written into them. */
  readonly steps: readonly string[];
  readonly done: number;
  readonly total: number;
  /** Whether another process changes the objects, and this one waits. */
  readonly isElsewhere?: true;
}

export interface EvolveOptions {
  readonly onProgress?: (progress: EvolveProgress) => void;
  /** Stops between two batches; it goes on from there when it is next begun. */
  readonly signal?: AbortSignal;
}

type EvolvingStore = Pick<Store, "indexes" | "walks" | "serve" | "showBy">;

/** The interval at which a process that waits for another one reports how far that is: it counts the objects. */
const REPORT_MS = 2000;

/**
 * Makes the evolve steps that the database has not been through, in batches. One process makes them, and others wait. Which of them an object
 * needs is said by the number of its schema. The indexes of objects that change are to be built afterwards. From the beginning on, objects are
 * read by name as the steps leave them.
 *
 * @throws {EvolutionError} for the first object that a step cannot change, or makes something of that does not keep the schema. Its batch
 * is not stored; those before it are, and the next try goes on behind them.
 */
export async function evolveTables(
  store: EvolvingStore,
  models: readonly ModelDescriptor[],
  options: EvolveOptions = {},
): Promise<void> {
  const tables = indexedTables(models);
  // All of them at once: objects of the last are read while those of the first are changed.
  for (const table of tables) store.showBy(table.name, showEvolved(table));
  for (const table of tables) {
    await endFills(store.walks, table, options);
    // A database that has not been through any step need not know of steps: its migrations may be applied by hand, and later.
    if (stepsOf(table).length > 0) await makeSteps(store, table, options);
    store.showBy(table.name, undefined);
  }
}

/**
 * Ends what another release has begun to fill in: readers have seen its defaults. The release's own is begun later, and made while the table
 * is served, but where a step comes next, which gets objects as they are shown.
 */
async function endFills(walks: WalkStorage, table: IndexedTable, options: EvolveOptions): Promise<void> {
  const states = await walks.steps(table.name);
  if (unfinished(states).length === 0) return;
  const own = dueSteps(table, states).length > 0 ? undefined : defaultsKey(table);
  const { resource } = table;
  await fillDefaults(walks, {
    table,
    isMeant: ({ step }) => step !== own,
    signal: options.signal,
    onProgress: (done, total) => options.onProgress?.({ resource, steps: [], done, total }),
  });
}

async function makeSteps(store: EvolvingStore, table: IndexedTable, options: EvolveOptions): Promise<void> {
  const { walks } = store;
  const states = (): Promise<readonly StepState[]> => walks.steps(table.name);
  // What is written from now on is of the newest schema: what it replaces is read as that.
  const serve = async (): Promise<void> => store.serve({ ...table.stored, schema: newestPlace(table, await states()) });
  await serve();
  await walkTable(walks, {
    table,
    signal: options.signal,
    isDue: async () => dueSteps(table, await states()).length > 0,
    waiting: reportOther(walks, table, options),
    walk: (lost) => evolveTable(store, { table, options, lost }),
  });
  await serve();
}

function newestPlace(table: IndexedTable, states: readonly StepState[]): number {
  return Math.max(0, ...[...states, ...dueSteps(table, states)].map(({ place }) => place));
}

/** Reports how far the process is that makes the steps, while this one waits for it. */
function reportOther(
  walks: WalkStorage,
  table: IndexedTable,
  { onProgress }: EvolveOptions,
): (() => Promise<void>) | undefined {
  if (onProgress === undefined) return undefined;
  let reported = -Infinity;
  return async () => {
    if (performance.now() - reported < REPORT_MS) return;
    const due = dueSteps(table, await walks.steps(table.name));
    if (due.length === 0) return;
    const total = await walks.countAfter(table.name, 0);
    const left = await walks.countAfter(table.name, Math.min(...due.map(({ position }) => position)));
    const steps = due.map(({ key }) => key);
    onProgress({ resource: table.resource, steps, done: total - left, total, isElsewhere: true });
    reported = performance.now();
  };
}

interface TableEvolution {
  readonly table: IndexedTable;
  readonly options: EvolveOptions;
  /** Aborted when another process may make the steps. */
  readonly lost: AbortSignal;
}

async function evolveTable(store: EvolvingStore, { table, options, lost }: TableEvolution): Promise<void> {
  const { walks } = store;
  const due = await begin(store, table);
  // Another process may have made them while this one waited for its turn.
  if (due.length === 0) return;
  const steps = due.map(({ key }) => key);
  const { resource } = table;
  const end = await passOver(walks, {
    table,
    marks: due.map(({ key: step, place, position }) => ({ step: { step, place, state: "running", position } })),
    position: Math.min(...due.map(({ position }) => position)),
    transform: (object) => evolveStored(table, due, object),
    schema: Math.max(...due.map(({ place }) => place)),
    signal: options.signal,
    lost,
    onProgress: (done, total) => options.onProgress?.({ resource, steps, done, total }),
  });
  if ("stopped" in end) throw stoppedError(table, end.stopped);
  const made = end.marks.flatMap((mark) => ("step" in mark ? [mark.step] : []));
  await walks.move(
    table.name,
    made.map((from) => ({ step: { from, to: { ...from, state: "done", position: null } } })),
  );
}

/**
 * Writes down which steps are under way, so that a later release adds its own to them. What indexes hold is forgotten with it: it is of the
 * objects as they were.
 */
async function begin({ walks, indexes }: EvolvingStore, table: IndexedTable): Promise<readonly DueStep[]> {
  const states = await walks.steps(table.name);
  const due = dueSteps(table, states);
  const fresh = due.filter(({ key }) => !states.some(({ step }) => step === key));
  if (fresh.length === 0) return due;
  const isEmpty = (await walks.countAfter(table.name, 0)) === 0;
  const built = isEmpty ? [] : await indexes.states(table.name);
  await walks.move(table.name, [
    ...fresh.map(({ key: step, place, position }): MarkMove => ({
      step: { from: undefined, to: { step, place, state: "running", position } },
    })),
    ...built.map((from): MarkMove => ({ index: { from, to: undefined } })),
  ]);
  return due;
}
