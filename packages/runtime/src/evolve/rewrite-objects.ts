import { setImmediate } from "node:timers/promises";
import { type CommandHandlers, commandStore, type EvolvedObject, type IndexableObject, type Store } from "@cmgen/store";
import { causeOf } from "../error/cause-of.js";
import { indexedTables, type IndexedTable } from "../indexes/indexed-table.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { parseStored, printStored, type StoredObject } from "../resource/stored-object.js";
import { duePasses } from "./due-steps.js";
import { assertMayRepeat, EvolutionError } from "./evolution-error.js";

/** An object that stays as it is stored, because it cannot be converted. */
export interface UnconvertedObject {
  /** `<plural>.<group>`. */
  readonly resource: string;
  readonly object: string;
  /** Why not, as the end of a sentence about the object. */
  readonly message: string;
}

export interface RewriteCount {
  /** How many objects were looked at. */
  readonly objects: number;
  /** How many of them are stored as another version now. */
  readonly rewritten: number;
}

/**
 * Stores all objects that are stored as an older version of their kind as the version that new objects are stored as: what readers see stays
 * the same, but for `metadata.version`, which grows. The service of this release may run meanwhile; what it changes at the same time is
 * stored again by it. It can be stopped at any time, and run again.
 *
 * @param report Is told of each object that cannot be converted; it is left as it is.
 * @throws {EvolutionError} where the database is served by another release, or has not been served by this one yet.
 */
export async function rewriteObjects(
  url: string,
  models: readonly ModelDescriptor[],
  report: (object: UnconvertedObject) => void,
): Promise<RewriteCount> {
  const tables = indexedTables(models);
  const input = Object.fromEntries(tables.map(({ name, declaration }) => [name, declaration]));
  // The other process runs the handler below.
  const told = (event: unknown): void => report(event as UnconvertedObject);
  return commandStore(url, { name: REWRITE, input, told }, (store) => rewriteTables(store, tables, { report }));
}

/** Does {@link rewriteObjects} in the process that has the SQLite file. */
export function rewriteCommand(store: RewritingStore, models: readonly ModelDescriptor[]): CommandHandlers {
  return {
    [REWRITE]: (input, { tell, signal }) => {
      const tables = indexedTables(models);
      const asked = new Map(Object.entries(input as Readonly<Record<string, string>>));
      const other = tables.find(({ name, declaration }) => asked.get(name) !== declaration);
      if (other !== undefined) throw notServed(other);
      return rewriteTables(store, tables, { report: tell, signal });
    },
  };
}

const REWRITE = "rewrite objects";

type RewritingStore = Pick<Store, "indexes" | "evolutions">;

interface RewriteOptions {
  readonly report: (object: UnconvertedObject) => void;
  readonly signal?: AbortSignal;
}

async function rewriteTables(
  store: RewritingStore,
  tables: readonly IndexedTable[],
  options: RewriteOptions,
): Promise<RewriteCount> {
  const count = { objects: 0, rewritten: 0 };
  for (const table of tables) {
    const { objects, rewritten } = await rewriteTable(store, table, options);
    count.objects += objects;
    count.rewritten += rewritten;
  }
  return count;
}

async function rewriteTable(
  store: RewritingStore,
  table: IndexedTable,
  { report, signal }: RewriteOptions,
): Promise<RewriteCount> {
  const count = { objects: 0, rewritten: 0 };
  if (table.model.conversions === undefined) return count;
  await assertServed(store, table);
  for (let after = 0, tries = 0; ;) {
    signal?.throwIfAborted();
    // The service that does this serves requests in between.
    await setImmediate();
    const found = await store.evolutions.objectsAfter(table.name, after);
    const last = found.at(-1);
    if (last === undefined) return count;
    const made = found.flatMap((stored) => converted(table, stored) ?? []);
    const objects = made.filter((object) => "data" in object);
    if (!(await areStored(store, table, objects))) {
      // The service was at one of them in between: they are read again.
      assertMayRepeat(table, (tries += 1));
      continue;
    }
    for (const object of made) if ("message" in object) report(object);
    after = last.id;
    tries = 0;
    count.objects += found.length;
    count.rewritten += objects.length;
  }
}

/** Whether all objects could be stored; else none was. */
async function areStored(
  { evolutions }: RewritingStore,
  table: IndexedTable,
  objects: readonly EvolvedObject[],
): Promise<boolean> {
  if (objects.length === 0) return true;
  const outcome = await evolutions.replace(table.stored, { objects, steps: [], position: 0 });
  if (outcome === "superseded") throw notServed(table);
  return outcome === "done";
}

/** The indexes must hold what this release's conversions make of the objects, and nothing may be left to be done at a start. */
async function assertServed({ indexes, evolutions }: RewritingStore, table: IndexedTable): Promise<void> {
  if ((await indexes.declaration(table.name))?.declaration !== table.declaration) throw notServed(table);
  const states = await indexes.states(table.name);
  const isBuilt = states.every(({ state }) => state === "ready");
  if (!isBuilt || duePasses(table, await evolutions.states(table.name)).length > 0) throw notServed(table);
}

function notServed({ resource }: IndexedTable): EvolutionError {
  return new EvolutionError(
    `The objects of ${resource} are not served by this release: another one serves them, or its start has not ended. ` +
      "Start the service of this release, wait until it is ready, and run this again.",
  );
}

/** What is to be stored in place of an object; undefined where it is stored as it should be. */
function converted(
  table: IndexedTable,
  { id, name, data }: IndexableObject,
): EvolvedObject | UnconvertedObject | undefined {
  if (table.isStoredForm(data)) return undefined;
  try {
    const stored = parseStored({ data });
    const { metadata } = stored;
    // A conversion changes spec and status alone, so what it makes is as well-formed as the object was.
    const form = table.storedForm(stored) as StoredObject;
    if (form === stored) return undefined;
    const next = { ...form, metadata: { ...metadata, version: metadata.version + 1 } };
    return { id, name, version: metadata.version, data: printStored(next) };
  } catch (error) {
    return { resource: table.resource, object: name, message: `cannot be converted: ${causeOf(error)}` };
  }
}
