import { memoized } from "../memoized.js";
import type { ReferenceGuard } from "../reference-guard.js";
import { guardKey, lockShape } from "../sql/reference-shapes.js";
import type { StoredModel } from "../stored-model.js";
import { postgresDialect } from "../sql/dialect.js";
import { readShape, type RemoveInput, type ReplaceInput } from "../sql/object-shapes.js";
import {
  createManyShape,
  createObject,
  deleteObject,
  lockTablesShape,
  loneCreateManyShape,
  loneWriteShape,
  updateObject,
  writeShape,
  type LoneWriteInput,
  type Write,
} from "../sql/postgres-write-shapes.js";
import type { ObjectRecord } from "../store.js";
import { named, type Shape } from "../sql/sql.js";

/** The statements that read and write objects of one model. */
interface ModelStatements {
  readonly read: Shape<{ readonly name: string }>;
  /** Locks an object for a write that nothing may refer to. */
  readonly lock: Shape<{ readonly name: string }>;
  create(guard: ReferenceGuard): WriteStatements<ObjectRecord>;
  /** Several creates without a guard, under different names. */
  readonly createMany: WriteStatements<readonly ObjectRecord[]>;
  replace(guard: ReferenceGuard): WriteStatements<ReplaceInput>;
  remove(guard: ReferenceGuard): WriteStatements<RemoveInput>;
  /** Takes the lock that writes take on the model's tables. */
  readonly lockTables: Shape<void>;
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
  const statements = known.get(model) ?? compileStatements(model);
  known.set(model, statements);
  return statements;
}

function compileStatements(model: StoredModel): ModelStatements {
  return {
    read: named(readShape(postgresDialect, model)),
    lock: named(lockShape(postgresDialect, model.table)),
    create: writeStatements(model, createObject),
    createMany: { shared: named(createManyShape(model)), lone: named(loneCreateManyShape(model)) },
    replace: writeStatements(model, updateObject),
    remove: writeStatements(model, deleteObject),
    lockTables: named(lockTablesShape(model)),
  };
}

/** The statements of a write by its guard. There are as many as there are combinations of tables that it refers to. */
function writeStatements<Input>(
  model: StoredModel,
  write: Write<Input>,
): (guard: ReferenceGuard) => WriteStatements<Input> {
  const compiled = new Map<string, WriteStatements<Input>>();
  return (guard) =>
    memoized(compiled, guardKey(guard), () => ({
      shared: named(writeShape(model, write, guard)),
      lone: named(loneWriteShape(model, write, guard)),
    }));
}
