import { memoized } from "../memoized.js";
import { guardKey, lockShape } from "../sql/reference-shapes.js";
import type { StoredModel } from "../stored-model.js";
import { postgresDialect } from "../sql/dialect.js";
import { readShape } from "../sql/object-shapes.js";
import {
  createManyShape,
  loneCreateManyShape,
  loneWriteShape,
  writeShape,
  type LoneWriteInput,
} from "../sql/postgres-write-shapes.js";
import { guardOf, type WriteJob } from "../write-job.js";
import { named, type NamedShape } from "./statements.js";

/** The statements of a single write. */
interface WriteStatements {
  /** In a transaction with others. */
  readonly shared: NamedShape<WriteJob>;
  /** As a transaction by itself. */
  readonly lone: NamedShape<LoneWriteInput<WriteJob>>;
}

const known = new WeakMap<StoredModel, ReturnType<typeof compileStatements>>();

/** The statements that read and write objects of one model, compiled on first use. */
export function modelStatements(model: StoredModel): ReturnType<typeof compileStatements> {
  return memoized(known, model, () => compileStatements(model));
}

function compileStatements(model: StoredModel) {
  return {
    read: named(readShape(postgresDialect, model)),
    /** Locks an object for a write that nothing may refer to. */
    lock: named(lockShape(model.table)),
    /** Several creates without a guard, under different names. */
    createMany: { shared: named(createManyShape(model)), lone: named(loneCreateManyShape(model)) },
    /** Those of single writes, by the sort of write and its guard: as many as there are combinations of tables that it refers to. */
    writes: new Map<string, WriteStatements>(),
  };
}

export function writeStatements(job: WriteJob): WriteStatements {
  const { model, write } = job;
  const guard = guardOf(job);
  return memoized(modelStatements(model).writes, write + guardKey(guard), () => ({
    shared: named(writeShape({ model, write, guard })),
    lone: named(loneWriteShape({ model, write, guard })),
  }));
}
