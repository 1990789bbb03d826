import { memoized } from "../memoized.js";
import { guardKey, lockShape } from "../sql/reference-shapes.js";
import type { StoredModel } from "../stored-model.js";
import { postgresDialect } from "../sql/dialect.js";
import { readShape } from "../sql/object-shapes.js";
import { loneCreateManyShape, loneWriteShape, type LoneWriteInput } from "../sql/lone-write-shapes.js";
import {
  copyShapes,
  insertRowsShape,
  keepFormerShape,
  type NumberedJob,
  takeIdsShape,
  writeRowShape,
} from "../sql/shared-write-shapes.js";
import { guardOf, type WriteJob } from "../write-job.js";
import { named, type NamedShape } from "./statements.js";

/** The statements of a single write. */
interface WriteStatements {
  /** Writes the row, in a transaction with others. */
  readonly row: NamedShape<NumberedJob>;
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
    takeIds: named(takeIdsShape(model.table)),
    /** Several creates without a guard, under different names: as a transaction by themselves, and their rows in one with others. */
    createMany: named(loneCreateManyShape(model)),
    insertRows: named(insertRowsShape(model)),
    keepFormer: named(keepFormerShape(model)),
    copies: copyShapes(model).map(({ deleteOthers, insert, ...copy }) => ({
      ...copy,
      deleteOthers: named(deleteOthers),
      insert: named(insert),
    })),
    /** Those of single writes, by the sort of write and its guard: as many as there are combinations of tables that it refers to. */
    writes: new Map<string, WriteStatements>(),
  };
}

export function writeStatements(job: WriteJob): WriteStatements {
  const { model, write } = job;
  const guard = guardOf(job);
  return memoized(modelStatements(model).writes, write + guardKey(guard), () => ({
    row: named(writeRowShape({ model, write, guard })),
    lone: named(loneWriteShape({ model, write, guard })),
  }));
}
