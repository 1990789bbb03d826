import { memoized } from "../memoized.js";
import { guardKey, lockShape } from "../sql/reference-shapes.js";
import type { StoredModel } from "../stored-model.js";
import { postgresDialect } from "../sql/dialect.js";
import { type NameInput, readShape } from "../sql/object-shapes.js";
import {
  createManyShape,
  lockTablesShape,
  loneCreateManyShape,
  loneWriteShape,
  writeShape,
  type LoneWriteInput,
} from "../sql/postgres-write-shapes.js";
import type { ObjectRecord } from "../store.js";
import { named, type Shape } from "../sql/sql.js";
import { guardOf, type WriteJob } from "../write-job.js";

/** The statements that read and write objects of one model. */
interface ModelStatements {
  readonly read: Shape<NameInput>;
  /** Locks an object for a write that nothing may refer to. */
  readonly lock: Shape<NameInput>;
  /** Several creates without a guard, under different names. */
  readonly createMany: WriteStatements<readonly ObjectRecord[]>;
  /** Takes the lock that writes take on the model's tables. */
  readonly lockTables: Shape<void>;
  /** Those of single writes, by the sort of write and its guard: as many as there are combinations of tables that it refers to. */
  readonly writes: Map<string, WriteStatements<WriteJob>>;
}

/** The statements that do a write. */
interface WriteStatements<Input> {
  /** In a transaction with others. */
  readonly shared: Shape<Input>;
  /** As a transaction by itself. */
  readonly lone: Shape<LoneWriteInput<Input>>;
}

const known = new WeakMap<StoredModel, ModelStatements>();

/** A model's statements, compiled on first use. */
export function modelStatements(model: StoredModel): ModelStatements {
  return memoized(known, model, () => ({
    read: named(readShape(postgresDialect, model)),
    lock: named(lockShape(model.table)),
    createMany: { shared: named(createManyShape(model)), lone: named(loneCreateManyShape(model)) },
    lockTables: named(lockTablesShape(model)),
    writes: new Map(),
  }));
}

/** The statements of a single write. */
export function writeStatements(job: WriteJob): WriteStatements<WriteJob> {
  const { model, write } = job;
  const guard = guardOf(job);
  return memoized(modelStatements(model).writes, write + guardKey(guard), () => ({
    shared: named(writeShape({ model, write, guard })),
    lone: named(loneWriteShape({ model, write, guard })),
  }));
}
