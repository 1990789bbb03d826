import { setImmediate } from "node:timers/promises";
import { parseJsonText } from "@cmgen/model";
import {
  type FillOutcome,
  type IndexState,
  type IndexStorage,
  type IndexValue,
  type IndexValues,
  type IndexableObject,
  WalkLostError,
} from "@cmgen/store";
import type { IndexBuildOptions } from "./index-build-options.js";
import { IndexBuildError } from "./index-build-error.js";
import type { IndexedTable } from "./indexed-table.js";
import { assertKept } from "./walk-table.js";
import type { ExtensionObject } from "../model/model-descriptor.js";

/** Objects indexed at a time, in a few milliseconds. Other requests are served in between. */
const BATCH = 200;

export interface IndexPass {
  readonly table: IndexedTable;
  /** The indexes to fill, as the database knows them. */
  readonly states: readonly IndexState[];
  readonly options: IndexBuildOptions;
  /** Aborted when another process may fill them. */
  readonly lost: AbortSignal;
}

/**
 * Goes through the objects in the order of their ids, from the lowest position of the indexes, and fills all indexes at once.
 *
 * @returns the indexes as the database knows them then.
 * @throws {IndexBuildError} at the first object that cannot be indexed. Its index begins again the next time.
 * @throws {WalkLostError} when another process fills them.
 */
export async function fillIndexes(storage: IndexStorage, pass: IndexPass): Promise<readonly IndexState[]> {
  const { table, options, lost } = pass;
  const { onProgress, signal, batch = BATCH } = options;
  let indexes = pass.states;
  const names = indexes.map(({ index }) => index);
  let after = Math.min(...indexes.map(({ position }) => position ?? 0));
  const total = await storage.countAfter(table.name, 0);
  let done = total - (await storage.countAfter(table.name, after));
  for (;;) {
    onProgress?.({ resource: table.resource, indexes: names, done: Math.min(done, total), total });
    signal?.throwIfAborted();
    assertKept(lost, table);
    const { filled, last } = await fillOrBeginAgain(storage, { table, indexes, after, limit: batch });
    if (last === undefined) return indexes;
    after = last;
    indexes = indexes.map((state) => ({ ...state, position: last }));
    done += filled;
    await setImmediate();
  }
}

/** An index that cannot be filled is to be built from the beginning, and holds no values that could refuse writes. */
async function fillOrBeginAgain(storage: IndexStorage, batch: Batch): Promise<Filled> {
  try {
    return await fillBatch(storage, batch);
  } catch (error) {
    if (!(error instanceof IndexBuildError)) throw error;
    const { table, indexes } = batch;
    const from = indexes.find(({ index }) => index === error.index);
    if (from !== undefined) {
      const again = { ...from, position: null };
      await storage.move(table.name, [{ index: { from, to: again } }]);
      await storage.clear(table.stored, again);
    }
    throw error;
  }
}

interface Batch {
  readonly table: IndexedTable;
  readonly indexes: readonly IndexState[];
  readonly after: number;
  readonly limit: number;
}

type Filled = Extract<FillOutcome, { filled: number }>;

async function fillBatch(storage: IndexStorage, batch: Batch): Promise<Filled> {
  const { table, indexes, after, limit } = batch;
  const names = indexes.map(({ index }) => index);
  const valuesOf = (object: IndexableObject): IndexValues => indexObject(table, names, object);
  const outcome = await storage.fill(table.stored, { indexes, after, limit, valuesOf });
  if ("filled" in outcome) return outcome;
  if ("lost" in outcome) throw new WalkLostError(table.name);
  // A unique value is taken somewhere in the batch. Smaller and smaller batches find the object.
  if (outcome.clash === "somewhere") {
    if (limit > 1) return fillBatch(storage, { ...batch, limit: Math.floor(limit / 2) });
    throw new Error(
      `The indexes ${names.join(", ")} of ${table.resource} are written by another process at the same time`,
    );
  }
  const { index, value, owner, object } = outcome.clash;
  const message = `${object} and ${owner} both have the value ${printValue(value)}, which must be unique`;
  throw new IndexBuildError({ resource: table.resource, index, object, message });
}

function printValue(value: IndexValue): string {
  return typeof value === "bigint" ? String(value) : JSON.stringify(value);
}

function indexObject(table: IndexedTable, indexes: readonly string[], stored: IndexableObject): IndexValues {
  const object = readOrThrow(table, indexes, stored);
  return new Map(indexes.map((index) => [index, valuesOrThrow(table, index, { name: stored.name, object })]));
}

/** An object that was stored as another version is indexed as what it is converted to. */
function readOrThrow(
  table: IndexedTable,
  [index = ""]: readonly string[],
  { name, data }: IndexableObject,
): ExtensionObject {
  try {
    // The table contains only objects of its kind.
    return table.storedForm(parseJsonText(Buffer.from(data).toString()) as ExtensionObject);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new IndexBuildError({ resource: table.resource, index, object: name, message, cause });
  }
}

interface NamedObject {
  readonly name: string;
  readonly object: ExtensionObject;
}

function valuesOrThrow(table: IndexedTable, index: string, { name, object }: NamedObject): readonly IndexValue[] {
  const found = table.valuesOf(index, object);
  if ("values" in found) return found.values;
  const { message, cause } = found.problem;
  throw new IndexBuildError({
    resource: table.resource,
    index,
    object: name,
    message: `for the object ${name} it ${message}`,
    cause,
  });
}
