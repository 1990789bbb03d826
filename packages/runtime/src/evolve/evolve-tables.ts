import { jsonEqual } from "@cmgen/model";
import type { MarkMove, RewrittenObject, StepState, Store, WalkedObject } from "@cmgen/store";
import { indexedTables, type IndexedTable } from "../indexes/indexed-table.js";
import { passOver, walkTable } from "../indexes/walk-table.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { parseStored, printStored } from "../resource/stored-object.js";
import { defaultsKey, unfinished } from "./default-steps.js";
import { dueSteps, stepsFor, stepsOf, type DueStep } from "./due-steps.js";
import { evolveObject } from "./evolve-object.js";
import { damaged, EvolutionError, stoppedError } from "./evolution-error.js";
import { fillDefaults } from "./fill-defaults.js";

/** How far the objects of a resource are. */
export interface EvolveProgress {
  /** `<plural>.<group>`. */
  readonly resource: string;
  /** The steps that are made in one walk over the objects. */
  readonly steps: readonly string[];
  readonly done: number;
  readonly total: number;
}

export interface EvolveOptions {
  readonly onProgress?: (progress: EvolveProgress) => void;
  /** Stops between two batches; it goes on from there when it is next begun. */
  readonly signal?: AbortSignal;
}

type EvolvingStore = Pick<Store, "indexes" | "walks" | "serve">;

/**
 * Makes the evolve steps that the database has not been through, in batches. One process makes them, and others wait. Which of them an object
 * needs is said by the number of its schema. The indexes of objects that change are to be built afterwards.
 *
 * @throws {EvolutionError} for the first object that a step cannot change, or makes something of that does not keep the schema. Its batch
 * is not stored; those before it are, and the next try goes on behind them.
 */
export async function evolveTables(
  store: EvolvingStore,
  models: readonly ModelDescriptor[],
  options: EvolveOptions = {},
): Promise<void> {
  for (const table of indexedTables(models)) {
    await endFills(store, table, options.signal);
    // A database that has not been through any step need not know of steps: its migrations may be applied by hand, and later.
    if (stepsOf(table).length === 0) continue;
    const states = (): Promise<readonly StepState[]> => store.walks.steps(table.name);
    await walkTable(store.walks, {
      table,
      signal: options.signal,
      isDue: async () => dueSteps(table, await states()).length > 0,
      walk: (lost) => evolveTable(store, { table, options, lost }),
    });
    // What is written from now on is of the newest schema.
    store.serve({ ...table.stored, schema: (await states()).at(-1)?.place ?? 0 });
  }
}

/**
 * Ends what another release has begun to fill in: readers have seen its defaults. The release's own is begun later, and made while the table
 * is served, but where a step comes next, which gets objects as they are shown.
 */
async function endFills({ walks }: EvolvingStore, table: IndexedTable, signal?: AbortSignal): Promise<void> {
  const states = await walks.steps(table.name);
  if (unfinished(states).length === 0) return;
  const own = dueSteps(table, states).length > 0 ? undefined : defaultsKey(table);
  await fillDefaults(walks, { table, isMeant: ({ step }) => step !== own, signal });
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

/** What is to be stored of an object that is not of the newest schema. */
function evolveStored(
  table: IndexedTable,
  due: readonly DueStep[],
  { id, name, version, schema, data }: WalkedObject,
): RewrittenObject | undefined {
  const steps = due.filter(({ place }) => place > schema);
  if (steps.length === 0) return undefined;
  const stored = parseStored({ data });
  const { metadata } = stored;
  if (metadata.version !== version) throw damaged(table, name);
  const made = evolveObject(stepsFor(steps, stored), stored);
  if ("broken" in made) {
    const problems = made.broken.slice(0, 5).map(({ path, message }) => `${path === "" ? "it" : path} ${message}`);
    throw new EvolutionError(`The object ${name} of ${table.resource} cannot be changed: ${problems.join("; ")}`);
  }
  if (jsonEqual(stored, made.object)) return { id, name, version };
  return { id, name, version, data: printStored({ ...made.object, metadata: { ...metadata, version: version + 1 } }) };
}
