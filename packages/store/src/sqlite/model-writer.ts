import { sqliteDialect } from "../sql/dialect.js";
import { declarationShape, type TableInput } from "../sql/index-shapes.js";
import {
  insertShape,
  ownerShape,
  removeShape,
  replaceShape,
  versionShape,
  type NameInput,
  type OwnerInput,
  type RemoveInput,
  type ReplaceInput,
} from "../sql/object-shapes.js";
import type { ObjectRecord } from "../store.js";
import type { WriteRefusal } from "../write-outcome.js";
import type { StoredModel } from "../stored-model.js";
import { guardOf, type WriteJob } from "../write-job.js";
import { copiesWriter, type CopiesWriter } from "./copies-writer.js";
import type { SqliteDatabase } from "./open-database.js";
import { prepare, type Prepared } from "./prepared.js";
import { ReferenceKeeper } from "./reference-keeper.js";

type ValueTaken = Extract<WriteRefusal, { refused: "value-taken" }>;

/** A write that was done, and the id of its row. */
export interface Written {
  readonly refused?: never;
  readonly id: number;
}

type IdRow = Written;

/** Writes objects of one model, within the caller's transaction. */
export class ModelWriter {
  readonly #insert: Prepared<ObjectRecord>;
  readonly #replace: Prepared<ReplaceInput>;
  readonly #remove: Prepared<RemoveInput>;
  readonly #version: Prepared<NameInput>;
  readonly #copies: CopiesWriter;
  readonly #owners: OwnerFinder;
  readonly #keeper: ReferenceKeeper;
  readonly #model: StoredModel;
  readonly #declaration: Prepared<TableInput>;

  constructor(database: SqliteDatabase, model: StoredModel) {
    this.#model = model;
    this.#declaration = prepare(database, declarationShape(sqliteDialect));
    this.#insert = prepare(database, insertShape(sqliteDialect, model));
    this.#replace = prepare(database, replaceShape(sqliteDialect, model));
    this.#remove = prepare(database, removeShape(sqliteDialect, model));
    this.#version = prepare(database, versionShape(sqliteDialect, model));
    this.#copies = copiesWriter(database, model);
    this.#owners = new OwnerFinder(database, model);
    this.#keeper = new ReferenceKeeper(database);
  }

  /**
   * Does the write and returns the object's id, or why it was refused. After a refusal the write may be half done: the caller rolls it back.
   */
  write(job: WriteJob): WriteRefusal | Written {
    if (this.#isSuperseded()) return { refused: "superseded" };
    try {
      const written = this.#attempt(job);
      return written.refused === undefined ? (this.#brokenGuard(job) ?? written) : written;
    } catch (error) {
      const taken = job.write !== "remove" && isUniqueViolation(error) ? this.#owners.find(job.record) : undefined;
      if (taken === undefined) throw error;
      return taken;
    }
  }

  #brokenGuard(job: WriteJob): WriteRefusal | undefined {
    const guard = guardOf(job);
    return guard.needs === undefined && guard.unreferred === undefined ? undefined : this.#keeper.refusal(guard);
  }

  #isSuperseded(): boolean {
    const { table, declaration } = this.#model;
    if (declaration === undefined) return false;
    return (this.#declaration.get({ table }) as { fingerprint: string } | undefined)?.fingerprint !== declaration;
  }

  #attempt(job: WriteJob): WriteRefusal | Written {
    switch (job.write) {
      case "create":
        return this.#create(job.record);
      case "replace": {
        const row = this.#replace.get(job) as IdRow | undefined;
        if (row === undefined) return this.#whyNot(job.record.name);
        this.#copies.update(row.id, job.record);
        return row;
      }
      default:
        return (this.#remove.get(job) as IdRow | undefined) ?? this.#whyNot(job.name);
    }
  }

  #create(record: ObjectRecord): WriteRefusal | Written {
    const id = this.#insertObject(record);
    if (id === undefined) return { refused: "name-taken" };
    this.#copies.insert(id, record);
    return { id };
  }

  /** The new object's id; `undefined` if its name is taken, which is checked only after a failure. */
  #insertObject(record: ObjectRecord): number | undefined {
    try {
      return (this.#insert.get(record) as IdRow).id;
    } catch (error) {
      if (isUniqueViolation(error) && this.#versionOf(record.name) !== undefined) return undefined;
      throw error;
    }
  }

  #whyNot(name: string): WriteRefusal {
    const currentVersion = this.#versionOf(name);
    return currentVersion === undefined ? { refused: "not-found" } : { refused: "version-differs", currentVersion };
  }

  #versionOf(name: string): number | undefined {
    return (this.#version.get({ name }) as { version: number } | undefined)?.version;
  }
}

/** Whether a unique index refused a statement. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "SQLITE_CONSTRAINT_UNIQUE";
}

/** Finds unique values that another object has. */
export class OwnerFinder {
  readonly #owners: readonly { readonly index: string; readonly owner: Prepared<OwnerInput> }[];

  constructor(database: SqliteDatabase, { table, indexes }: StoredModel) {
    const unique = indexes.filter((index) => index.unique);
    this.#owners = unique.map((index) => ({
      index: index.name,
      owner: prepare(database, ownerShape(sqliteDialect, table, index)),
    }));
  }

  find({ name, indexValues }: Pick<ObjectRecord, "name" | "indexValues">): ValueTaken | undefined {
    for (const { index, owner } of this.#owners) {
      for (const value of indexValues.get(index) ?? []) {
        const row = owner.get({ name, value }) as { name: string } | undefined;
        if (row !== undefined) return { refused: "value-taken", index, value, owner: row.name };
      }
    }
    return undefined;
  }
}
