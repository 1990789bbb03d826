import { RefusalChecks, type Check } from "../engine/refusal-checks.js";
import { sqliteDialect } from "../sql/dialect.js";
import { declarationShape, type TableInput } from "../sql/index-shapes.js";
import { insertShape, removeShape, replaceShape, type RemoveInput, type ReplaceInput } from "../sql/object-shapes.js";
import type { ObjectRecord } from "../store.js";
import { guardOf, type WriteJob, type WriteRefusal } from "../write-job.js";
import type { StoredModel } from "../stored-model.js";
import { copiesWriter, type CopiesWriter } from "./copies-writer.js";
import type { SqliteDatabase } from "./database.js";
import { checkRunner, prepare, type Prepared } from "./statements.js";
import { isUniqueViolation } from "./sqlite-trouble.js";

export const sqliteChecks = new RefusalChecks(sqliteDialect);

/** A write that was done, and the id of its row. */
interface Written {
  readonly refused?: never;
  readonly id: number;
}

type IdRow = Written;

/** Writes objects of one model, within the caller's transaction. */
export class ModelWriter {
  readonly #insert: Prepared<ObjectRecord>;
  readonly #replace: Prepared<ReplaceInput>;
  readonly #remove: Prepared<RemoveInput>;
  readonly #copies: CopiesWriter;
  readonly #check: <Result>(check: Check<Result>) => Result;
  readonly #model: StoredModel;
  readonly #declaration: Prepared<TableInput>;

  constructor(database: SqliteDatabase, model: StoredModel) {
    this.#model = model;
    this.#declaration = prepare(database, declarationShape(sqliteDialect));
    this.#insert = prepare(database, insertShape(sqliteDialect, model));
    this.#replace = prepare(database, replaceShape(sqliteDialect, model));
    this.#remove = prepare(database, removeShape(sqliteDialect, model));
    this.#copies = copiesWriter(database, model);
    this.#check = checkRunner(database);
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
      if (job.write === "remove" || !isUniqueViolation(error)) throw error;
      const taken = this.#check(sqliteChecks.valueTaken(this.#model, job.record));
      if (taken === undefined) throw error;
      return taken;
    }
  }

  /** During a write transaction there is no other writer, so the result holds until its end. */
  #brokenGuard(job: WriteJob): WriteRefusal | undefined {
    const guard = guardOf(job);
    if (guard.needs === undefined && guard.unreferred === undefined) return undefined;
    return this.#check(sqliteChecks.brokenGuard(guard));
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
    return this.#check(sqliteChecks.version(this.#model.table, name));
  }
}
