import { type CommandHandlers, commandStore, type RewrittenObject, type Store, type WalkedObject } from "@cmgen/store";
import { causeOf } from "../error/cause-of.js";
import { indexedTables, type IndexedTable } from "../indexes/indexed-table.js";
import { passOver } from "../indexes/walk-table.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { parseStored, printStored, type StoredObject } from "../resource/stored-object.js";
import { dueSteps } from "./due-steps.js";
import { damaged, EvolutionError, stoppedError } from "./evolution-error.js";

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

type RewritingStore = Pick<Store, "indexes" | "walks">;

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
  if (table.model.conversions === undefined) return { objects: 0, rewritten: 0 };
  await assertServed(store, table);
  const count = { objects: 0, rewritten: 0 };
  const unconverted = new Map<number, UnconvertedObject>();
  const end = await passOver(store.walks, {
    table,
    marks: [],
    position: 0,
    signal,
    transform: (object) => {
      const form = converted(table, object);
      // It may be looked at again.
      unconverted.delete(object.id);
      if (form === undefined || !("message" in form)) return form;
      unconverted.set(object.id, form);
      return undefined;
    },
    onStored: ({ looked, objects, position }) => {
      count.objects += looked;
      count.rewritten += objects.length;
      // Those behind the batch have been looked at already.
      for (const [id, object] of unconverted) {
        if (id > position) continue;
        report(object);
        unconverted.delete(id);
      }
    },
  });
  if ("stopped" in end) throw end.stopped === "superseded" ? notServed(table) : stoppedError(table, end.stopped);
  return count;
}

/** The indexes must hold what this release's conversions make of the objects, and nothing may be left to be done at a start. */
async function assertServed({ indexes, walks }: RewritingStore, table: IndexedTable): Promise<void> {
  if ((await indexes.declaration(table.name))?.declaration !== table.declaration) throw notServed(table);
  const states = await indexes.states(table.name);
  const isBuilt = states.every(({ state }) => state === "ready");
  if (!isBuilt || dueSteps(table, await walks.steps(table.name)).length > 0) throw notServed(table);
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
  { id, name, version, data }: WalkedObject,
): RewrittenObject | UnconvertedObject | undefined {
  if (table.isStoredForm(data)) return undefined;
  try {
    const stored = parseStored({ data });
    const { metadata } = stored;
    if (metadata.version !== version) throw damaged(table, name);
    // A conversion changes spec and status alone, so what it makes is as well-formed as the object was.
    const form = table.storedForm(stored) as StoredObject;
    if (form === stored) return undefined;
    return { id, name, version, data: printStored({ ...form, metadata: { ...metadata, version: version + 1 } }) };
  } catch (error) {
    return { resource: table.resource, object: name, message: `cannot be converted: ${causeOf(error)}` };
  }
}
