import type { Check } from "../engine/refusal-checks.js";
import { selectDeclaration } from "../sql/change-shapes.js";
import { sqliteDialect } from "../sql/dialect.js";
import { insertFormer, isFormer } from "../sql/history-shapes.js";
import { deletionsOf, insertShape, knownDeletion, removeShape, replaceShape } from "../sql/object-shapes.js";
import type { ObjectRecord } from "../store.js";
import {
  type CreateJob,
  guardOf,
  type RemoveJob,
  type ReplaceJob,
  type WriteJob,
  type WriteRefusal,
} from "../write-job.js";
import type { StoredModel } from "../stored-model.js";
import { copiesWriter, type CopiesWriter } from "./copies-writer.js";
import type { SqliteDatabase } from "./database.js";
import { sql } from "../sql/sql.js";
import { checkRunner, prepare, type Prepared, prepareSql, sqliteChecks } from "./statements.js";
import { isUniqueViolation } from "./sqlite-trouble.js";

/** Finds out whether the database has the declaration of a table's indexes that a model assumes. */
function declarationCheck(database: SqliteDatabase, { table, declaration }: StoredModel): () => boolean {
  if (declaration === undefined) return () => true;
  const declared = prepareSql<void>(database, () => selectDeclaration(sql.value(table)));
  return () => (declared.get() as { fingerprint: string } | undefined)?.fingerprint === declaration;
}

/** A write that was done, and the id of its row. */
export interface Written {
  readonly refused?: never;
  readonly id: number;
}

/** Statements that take unique values away from an object, one for each index. */
function freeStatements(database: SqliteDatabase, { table, indexes }: StoredModel): readonly Prepared<ReplaceJob>[] {
  return indexes
    .filter(({ unique }) => unique)
    .map((index) =>
      prepareSql<ReplaceJob>(database, (slot) => {
        const name = slot(({ record }) => record.name);
        if (index.multi)
          return sql`DELETE FROM ${sql.id(index.table)} WHERE object_id = (SELECT id FROM ${sql.id(table)} WHERE name = ${name})`;
        const column = sql.id(index.column);
        const next = slot(({ record }) => sqliteDialect.encode(record.indexValues.get(index.name)?.[0] ?? null));
        return sql`UPDATE ${sql.id(table)} SET ${column} = NULL WHERE name = ${name} AND ${column} IS NOT ${next}`;
      }),
    );
}

/** Writes objects of one model, within the caller's transaction. */
export class ModelWriter {
  /** Finds out whether an object of the name was deleted lately. */
  readonly #wasUsed: Prepared<ObjectRecord>;
  readonly #insert: Prepared<ObjectRecord>;
  readonly #replace: Prepared<ReplaceJob>;
  readonly #remove: Prepared<RemoveJob>;
  /** Keeps the version that is replaced or removed; absent if the model has no history. */
  readonly #keepFormer: Prepared<WriteJob> | undefined;
  readonly #copies: CopiesWriter;
  readonly #free: readonly Prepared<ReplaceJob>[];
  readonly #check: <Result>(check: Check<Result>) => Result;
  readonly #model: StoredModel;
  readonly #isDeclared: () => boolean;

  constructor(database: SqliteDatabase, model: StoredModel) {
    this.#model = model;
    this.#isDeclared = declarationCheck(database, model);
    this.#wasUsed = prepareSql(database, (slot) => {
      const deletions = deletionsOf(
        model,
        slot(({ name }) => name),
        slot(knownDeletion),
      );
      return sql`SELECT 1 FROM ${deletions} LIMIT 1`;
    });
    this.#insert = prepare(database, insertShape(sqliteDialect, model));
    this.#replace = prepare(database, replaceShape(sqliteDialect, model));
    this.#remove = prepare(database, removeShape(sqliteDialect, model));
    this.#keepFormer =
      model.history === undefined ? undefined : prepareSql(database, (slot) => insertFormer(model, isFormer(slot)));
    this.#copies = copiesWriter(database, model);
    this.#free = freeStatements(database, model);
    this.#check = checkRunner(database);
  }

  /**
   * Does the write and returns the object's id, or why it was refused. After a refusal the write may be half done: the caller rolls it back.
   */
  write(job: WriteJob): WriteRefusal | Written {
    const written = this.writeUnguarded(job);
    if (written.refused !== undefined) return written;
    // During a write transaction there is no other writer, so what is checked holds until its end.
    return this.#check(sqliteChecks.brokenGuard(guardOf(job))) ?? written;
  }

  /** The same for a write whose guard is checked later, with those of others. */
  writeUnguarded(job: WriteJob): WriteRefusal | Written {
    if (!this.#isDeclared()) return { refused: "superseded" };
    try {
      return this.#attempt(job);
    } catch (error) {
      if (job.write === "remove" || !isUniqueViolation(error)) throw error;
      const taken = this.#check(sqliteChecks.valueTaken(this.#model, job.record));
      if (taken === undefined) throw error;
      return taken;
    }
  }

  /**
   * Takes unique values away from an object that is about to be replaced, so that another one can get them before: SQLite compares them at each
   * statement, and not at the end of a transaction.
   */
  freeValues(job: ReplaceJob): void {
    for (const free of this.#free) free.run(job);
  }

  #attempt(job: WriteJob): WriteRefusal | Written {
    switch (job.write) {
      case "create":
        return this.#create(job);
      case "replace": {
        this.#keepFormer?.run(job);
        const row = this.#replace.get(job) as Written | undefined;
        if (row === undefined) return this.#unexpected(job);
        this.#copies.update(row.id, job.record);
        return row;
      }
      default:
        this.#keepFormer?.run(job);
        return (this.#remove.get(job) as Written | undefined) ?? this.#unexpected(job);
    }
  }

  /** Whether the name is taken is checked only after a failure. */
  #create(job: CreateJob): WriteRefusal | Written {
    const isUsed = this.#wasUsed.get(job.record) !== undefined;
    const used = isUsed ? this.#check(sqliteChecks.nameWasUsed(job)) : undefined;
    if (used !== undefined) return used;
    let written: Written;
    try {
      written = { id: this.#insert.insert(job.record) };
    } catch (error) {
      const taken = isUniqueViolation(error) ? this.#check(sqliteChecks.unexpected(job)) : undefined;
      if (taken === undefined) throw error;
      return taken;
    }
    this.#copies.insert(written.id, job.record);
    return written;
  }

  #unexpected(job: WriteJob): WriteRefusal {
    const refusal = this.#check(sqliteChecks.unexpected(job));
    if (refusal === undefined) throw new Error("A write did not find the version that it expects, which is there");
    return refusal;
  }
}
