import type { ModelDescriptor } from "../../model/model-descriptor.js";
import { sqliteDialect } from "../sql/dialect.js";
import { insertShape, ownerShape, removeShape, replaceShape, versionShape } from "../sql/object-shapes.js";
import type { ObjectRecord, WriteRefusal } from "../store.js";
import type { WriteJob } from "../write-job.js";
import { copiesWriter } from "./copies-writer.js";
import type { SqliteDatabase } from "./open-database.js";
import { prepare } from "./prepared.js";

/** Writes objects of one model, within the caller's transaction. */
export interface ModelWriter {
  /**
   * Does the write, or says why not. After a `value-taken` part of the write may have been done: the caller rolls it back.
   */
  write(job: WriteJob): WriteRefusal | undefined;
}

type ValueTaken = Extract<WriteRefusal, { refused: "value-taken" }>;

interface IdRow {
  readonly id: number;
}

/** Prepares what writes to a model need. */
export function modelWriter(database: SqliteDatabase, model: ModelDescriptor): ModelWriter {
  const insert = prepare(database, insertShape(sqliteDialect, model));
  const replace = prepare(database, replaceShape(sqliteDialect, model));
  const remove = prepare(database, removeShape(sqliteDialect, model));
  const version = prepare(database, versionShape(sqliteDialect, model));
  const copies = copiesWriter(database, model);
  const findTaken = takenFinder(database, model);

  const versionOf = (name: string): number | undefined =>
    (version.get({ name }) as { version: number } | undefined)?.version;
  const whyNot = (name: string): WriteRefusal => {
    const currentVersion = versionOf(name);
    return currentVersion === undefined ? { refused: "not-found" } : { refused: "version-differs", currentVersion };
  };

  const attempt = (job: WriteJob): WriteRefusal | undefined => {
    switch (job.write) {
      case "create": {
        if (versionOf(job.record.name) !== undefined) return { refused: "name-taken" };
        copies.insert((insert.get(job.record) as IdRow).id, job.record);
        return undefined;
      }
      case "replace": {
        const row = replace.get(job) as IdRow | undefined;
        if (row === undefined) return whyNot(job.record.name);
        copies.update(row.id, job.record);
        return undefined;
      }
      default:
        return remove.get(job) === undefined ? whyNot(job.name) : undefined;
    }
  };

  return {
    write: (job) => {
      try {
        return attempt(job);
      } catch (error) {
        const taken = job.write !== "remove" && isUniqueViolation(error) ? findTaken(job.record) : undefined;
        if (taken === undefined) throw error;
        return taken;
      }
    },
  };
}

/** Whether a unique index refused a statement. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "SQLITE_CONSTRAINT_UNIQUE";
}

/** Finds the unique value of a record that another object has. */
export function takenFinder(
  database: SqliteDatabase,
  model: ModelDescriptor,
): (record: Pick<ObjectRecord, "name" | "indexValues">) => ValueTaken | undefined {
  const unique = model.indexes.filter((index) => index.unique);
  const owners = unique.map((index) => ({
    index: index.name,
    owner: prepare(database, ownerShape(sqliteDialect, model.table, index)),
  }));
  return ({ name, indexValues }) => {
    for (const { index, owner } of owners) {
      for (const value of indexValues.get(index) ?? []) {
        const row = owner.get({ name, value }) as { name: string } | undefined;
        if (row !== undefined) return { refused: "value-taken", index, value, owner: row.name };
      }
    }
    return undefined;
  };
}
