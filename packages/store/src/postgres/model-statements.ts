import type { StoredModel } from "../stored-model.js";
import { postgresDialect } from "../sql/dialect.js";
import {
  ownerShape,
  readShape,
  versionShape,
  type OwnerInput,
  type RemoveInput,
  type ReplaceInput,
} from "../sql/object-shapes.js";
import {
  createObject,
  deleteObject,
  loneWriteShape,
  updateObject,
  writeShape,
  type LoneWriteInput,
  type Write,
} from "../sql/postgres-write-shapes.js";
import type { ObjectRecord } from "../store.js";
import { named, type NamedShape } from "./database.js";

/** The statements that read and write objects of one model. */
export interface ModelStatements {
  readonly read: NamedShape<{ readonly name: string }>;
  readonly version: NamedShape<{ readonly name: string }>;
  readonly create: WriteStatements<ObjectRecord>;
  readonly replace: WriteStatements<ReplaceInput>;
  readonly remove: WriteStatements<RemoveInput>;
  /** Finds the object that has a value of a unique index. */
  readonly owners: readonly { readonly index: string; readonly owner: NamedShape<OwnerInput> }[];
}

/** The statements that do a write. */
export interface WriteStatements<Input> {
  /** In a transaction with others. */
  readonly shared: NamedShape<Input>;
  /** As a transaction by itself. */
  readonly lone: NamedShape<LoneWriteInput<Input>>;
}

const known = new WeakMap<StoredModel, ModelStatements>();

/** A model's statements, compiled on first use. */
export function modelStatements(model: StoredModel): ModelStatements {
  const statements = known.get(model) ?? compileStatements(model);
  known.set(model, statements);
  return statements;
}

function compileStatements(model: StoredModel): ModelStatements {
  const unique = model.indexes.filter((index) => index.unique);
  return {
    read: named(readShape(postgresDialect, model)),
    version: named(versionShape(postgresDialect, model)),
    create: writeStatements(model, createObject),
    replace: writeStatements(model, updateObject),
    remove: writeStatements(model, deleteObject),
    owners: unique.map((index) => ({
      index: index.name,
      owner: named(ownerShape(postgresDialect, model.table, index)),
    })),
  };
}

function writeStatements<Input>(model: StoredModel, write: Write<Input>): WriteStatements<Input> {
  return { shared: named(writeShape(model, write)), lone: named(loneWriteShape(model, write)) };
}
