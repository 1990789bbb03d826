import { setImmediate } from "node:timers/promises";
import { jsonEqual } from "@cmgen/model";
import {
  type EvolvedObject,
  type IndexableObject,
  type MarkMove,
  type StepState,
  type Store,
  WalkLostError,
} from "@cmgen/store";
import { indexedTables, type IndexedTable } from "../indexes/indexed-table.js";
import { assertKept, walkTable } from "../indexes/walk-table.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { parseStored, printStored } from "../resource/stored-object.js";
import { duePasses, stepsFor, stepsOf, type EvolvePass } from "./due-steps.js";
import { assertMayRepeat, EvolutionError } from "./evolution-error.js";
import { evolveObject } from "./evolve-object.js";

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

/** How long a batch may take on the thread that serves. */
const BATCH_MS = 10;

type EvolvingStore = Pick<Store, "indexes" | "evolutions">;

/**
 * Makes the evolve steps that the database has not been through, in batches. One process makes them, and others wait. The indexes of
 * objects that change are to be built afterwards.
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
    await walkTable(store.indexes, {
      table: table.name,
      signal: options.signal,
      isDue: async () => duePasses(table, await statesOf(store, table)).length > 0,
      walk: (lost) => evolveTable(store, { table, options, lost }),
    });
  }
}

/** A database that has not been through any step need not know of steps: its migrations may be applied by hand, and later. */
function statesOf({ evolutions }: EvolvingStore, table: IndexedTable): Promise<readonly StepState[]> {
  return stepsOf(table).length === 0 ? Promise.resolve([]) : evolutions.states(table.name);
}

interface TableEvolution {
  readonly table: IndexedTable;
  readonly options: EvolveOptions;
  /** Aborted when another process may make the steps. */
  readonly lost: AbortSignal;
}

async function evolveTable(store: EvolvingStore, evolution: TableEvolution): Promise<void> {
  const { table } = evolution;
  for (const pass of await begin(store, table)) {
    const known = await store.evolutions.states(table.name);
    const keys = new Set(pass.steps.map(({ key }) => key));
    const states = known.filter(({ step, position }) => keys.has(step) && position === pass.position);
    if (states.length < keys.size) throw new WalkLostError(table.name);
    const last = await evolveAll(store, { ...evolution, pass, states });
    await store.indexes.move(
      table.name,
      last.map((from) => ({ step: { from, to: { ...from, state: "done", position: null } } })),
    );
  }
}

/**
 * Writes down which steps are under way, so that a later release adds its own to them. What indexes hold is forgotten with it: it is of the
 * objects as they were.
 */
async function begin({ evolutions, indexes }: EvolvingStore, table: IndexedTable): Promise<readonly EvolvePass[]> {
  const states = await evolutions.states(table.name);
  const passes = duePasses(table, states);
  const fresh = passes.flatMap(({ steps }) => steps).filter(({ key }) => !states.some(({ step }) => step === key));
  if (fresh.length === 0) return passes;
  const last = states.at(-1)?.place ?? 0;
  const begun = fresh.map(({ key }, at): StepState => ({
    step: key,
    place: last + 1 + at,
    state: "running",
    position: 0,
  }));
  const isEmpty = (await indexes.countAfter(table.name, 0)) === 0;
  const built = isEmpty ? [] : await indexes.states(table.name);
  await indexes.move(table.name, [
    ...begun.map((to): MarkMove => ({ step: { from: undefined, to } })),
    ...built.map((from): MarkMove => ({ index: { from, to: undefined } })),
  ]);
  return passes;
}

interface TablePass extends TableEvolution {
  readonly pass: EvolvePass;
  /** Its steps, as the database knows them. */
  readonly states: readonly StepState[];
}

/** Returns the steps as the database knows them at the end. */
async function evolveAll(store: EvolvingStore, walk: TablePass): Promise<readonly StepState[]> {
  const { table, pass, options, lost } = walk;
  const { onProgress, signal } = options;
  const steps = pass.steps.map(({ key }) => key);
  const total = await store.indexes.countAfter(table.name, 0);
  let { states } = walk;
  let after = pass.position;
  let tries = 0;
  let read: readonly IndexableObject[] = [];
  let done = total - (await store.indexes.countAfter(table.name, after));
  for (;;) {
    onProgress?.({ resource: table.resource, steps, done: Math.min(done, total), total });
    signal?.throwIfAborted();
    assertKept(lost, table);
    if (read.length === 0) read = await store.evolutions.objectsAfter(table.name, after);
    if (read.length === 0) return states;
    const { objects, looked, position } = await evolveOwn(store, { ...walk, states }, read);
    const outcome = await store.evolutions.replace(table.stored, { objects, steps: states, position });
    if (outcome === "superseded")
      throw new EvolutionError(`Another release of the service has taken ${table.resource}.`);
    if (outcome === "lost") throw new WalkLostError(table.name);
    if (outcome === "changed") {
      // Another writer changed one of these objects: read the batch again, if the steps are still where they were.
      assertMayRepeat(table, (tries += 1));
      read = [];
    } else {
      tries = 0;
      after = position;
      states = states.map((state) => ({ ...state, position }));
      done += looked;
      read = read.slice(looked);
    }
    await setImmediate();
  }
}

/** {@link evolveSome}, if an object that cannot be changed is not one that another process has changed meanwhile. */
async function evolveOwn(
  { evolutions }: EvolvingStore,
  { table, pass, states }: TablePass,
  read: readonly IndexableObject[],
): Promise<EvolvedSome> {
  try {
    return evolveSome(table, pass, read);
  } catch (error) {
    const known = new Map((await evolutions.states(table.name)).map((state) => [state.step, state.position]));
    if (states.some(({ step, position }) => known.get(step) !== position)) throw new WalkLostError(table.name);
    throw error;
  }
}

interface EvolvedSome {
  readonly objects: readonly EvolvedObject[];
  /** How many were looked at, and the `id` of the last. */
  readonly looked: number;
  readonly position: number;
}

/** At least one object, and as many more as there is time for: others are served between two batches. */
function evolveSome(table: IndexedTable, pass: EvolvePass, found: readonly IndexableObject[]): EvolvedSome {
  const end = performance.now() + BATCH_MS;
  const objects: EvolvedObject[] = [];
  let looked = 0;
  let position = 0;
  for (const object of found) {
    const evolved = evolveStored(table, pass, object);
    if (evolved !== undefined) objects.push(evolved);
    looked += 1;
    position = object.id;
    if (performance.now() >= end) break;
  }
  return { objects, looked, position };
}

/** What is to be stored of an object; undefined where it stays as it is. */
function evolveStored(
  table: IndexedTable,
  pass: EvolvePass,
  { id, name, data }: IndexableObject,
): EvolvedObject | undefined {
  const stored = parseStored({ data });
  const made = evolveObject(stepsFor(pass, stored), stored);
  if ("broken" in made) {
    const problems = made.broken.slice(0, 5).map(({ path, message }) => `${path === "" ? "it" : path} ${message}`);
    throw new EvolutionError(`The object ${name} of ${table.resource} cannot be changed: ${problems.join("; ")}`);
  }
  if (jsonEqual(stored, made.object)) return undefined;
  const { metadata } = stored;
  const next = { ...made.object, metadata: { ...metadata, version: metadata.version + 1 } };
  return { id, name, version: metadata.version, data: printStored(next) };
}
