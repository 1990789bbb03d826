import type { StoredModel } from "../stored-model.js";
import { postgresDialect } from "../sql/dialect.js";
import { ownerShape, readShape, versionShape, type OwnerInput } from "../sql/object-shapes.js";
import { createShape, deleteShape, updateShape } from "../sql/postgres-write-shapes.js";
import { named, type NamedShape } from "./database.js";

/** The statements that read and write objects of one model. */
export interface ModelStatements {
  readonly read: NamedShape<{ readonly name: string }>;
  readonly version: NamedShape<{ readonly name: string }>;
  readonly create: ReturnType<typeof namedCreate>;
  readonly replace: ReturnType<typeof namedUpdate>;
  readonly remove: ReturnType<typeof namedDelete>;
  /** Finds who has a value of a unique index. */
  readonly owners: readonly { readonly index: string; readonly owner: NamedShape<OwnerInput> }[];
}

const known = new WeakMap<StoredModel, ModelStatements>();

const namedCreate = (model: StoredModel) => named(createShape(model));
const namedUpdate = (model: StoredModel) => named(updateShape(model));
const namedDelete = (model: StoredModel) => named(deleteShape(model));

/** A model's statements, compiled when first asked for. */
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
    create: namedCreate(model),
    replace: namedUpdate(model),
    remove: namedDelete(model),
    owners: unique.map((index) => ({
      index: index.name,
      owner: named(ownerShape(postgresDialect, model.table, index)),
    })),
  };
}
