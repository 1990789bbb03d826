import { builtIndexes, markStatements, rewriteChanges, WalkRecords } from "../engine/walk-records.js";
import { moveStatement } from "../engine/mark-statements.js";
import { sqliteDialect } from "../sql/dialect.js";
import { compileQuery, type Fragment, type RunSql, type SlotFor, sql } from "../sql/sql.js";
import { type ColumnIndex, splitIndexes, storedModel, type StoredModel } from "../stored-model.js";
import {
  type LockTarget,
  type MarkMove,
  type RewriteBatch,
  type RewriteOutcome,
  type RewrittenObject,
  type TakenValue,
  WalkLostError,
  type WalkStorage,
} from "../walk-storage.js";
import { ChangeLogWriter } from "./change-log-writer.js";
import { valuesWriter } from "./copies-writer.js";
import type { SqliteDatabase } from "./database.js";
import { declarationCheck } from "./model-writer.js";
import { isUniqueViolation } from "./sqlite-trouble.js";
import type { SqliteWriter } from "./sqlite-writer.js";
import { checkRunner, executeSql, type Prepared, prepareSql, sqliteChecks } from "./statements.js";

/** Never aborted: no other process has the database. */
const never = new AbortController().signal;

interface SqliteAccess {
  readonly writer: SqliteWriter;
  readonly run: RunSql;
  /** Called when changes were logged. */
  readonly changed: () => void;
}

/**
 * Walks over the objects of a table on SQLite: they are read on the thread that serves, where a plugin's functions are, and written by the
 * writer. Statements are prepared each time, since starts are rare.
 */
export class SqliteWalkStorage extends WalkRecords implements WalkStorage {
  readonly #database: SqliteDatabase;
  readonly #writer: SqliteWriter;
  readonly #changed: () => void;

  constructor(database: SqliteDatabase, { writer, run, changed }: SqliteAccess) {
    super(sqliteDialect, run);
    this.#database = database;
    this.#writer = writer;
    this.#changed = changed;
  }

  locked<Result>(_target: LockTarget, use: (lost: AbortSignal) => Promise<Result>): Promise<Result> {
    return use(never);
  }

  async move(table: string, moves: readonly MarkMove[]): Promise<void> {
    if (moves.length === 0) return;
    const queries = moves.map((move) => compileQuery(sqliteDialect, moveStatement(table, move)));
    if (!(await this.#writer.chore("executeAll", queries))) throw new WalkLostError(table);
  }

  /** Done by the writer: counting a million objects would block the main thread for too long. */
  async countAfter(table: string, id: number): Promise<number> {
    const count = sql`SELECT count(*) AS count FROM ${sql.id(table)} WHERE id > ${sql.value(id)}`;
    const [row] = (await this.#writer.chore("execute", compileQuery(sqliteDialect, count))) as readonly {
      count: number;
    }[];
    return row?.count ?? 0;
  }

  async rewrite(model: StoredModel, batch: RewriteBatch): Promise<RewriteOutcome> {
    const outcome = await this.#writer.chore("rewrite", { ...batch, model: storedModel(model) });
    if (outcome === "done" && batch.objects.some(({ data }) => data !== undefined)) this.#changed();
    if (typeof outcome === "string") return outcome;
    const clashing = batch.objects[outcome];
    return { taken: (clashing && this.#taken(model, clashing)) ?? "somewhere" };
  }

  /** The owner may be an object of the same batch, which was rolled back, or may have given up the value in the meantime. */
  #taken(model: StoredModel, { name, values = new Map() }: RewrittenObject): TakenValue | undefined {
    const taken = checkRunner(this.#database)(sqliteChecks.valueTaken(model, { name, indexValues: values }));
    return taken === undefined || taken.owner === name ? undefined : { ...taken, object: name };
  }
}

/** A batch with the model whose objects it changes. */
interface ModelBatch extends RewriteBatch {
  readonly model: StoredModel;
}

/**
 * Stores a batch, in one transaction.
 *
 * @returns how it ended, or the place of the object whose unique value is taken; then nothing is done.
 */
export function rewriteObjects(database: SqliteDatabase, batch: ModelBatch): Exclude<RewriteOutcome, object> | number {
  const place = { at: 0 };
  database.exec("BEGIN IMMEDIATE");
  try {
    const outcome = storeBatch(database, batch, place);
    database.exec(outcome === "done" ? "COMMIT" : "ROLLBACK");
    return outcome;
  } catch (error) {
    if (database.inTransaction) database.exec("ROLLBACK");
    if (isUniqueViolation(error)) return place.at;
    throw error;
  }
}

/** @param place is told the place of the object that is written. */
function storeBatch(
  database: SqliteDatabase,
  batch: ModelBatch,
  place: { at: number },
): Exclude<RewriteOutcome, object> {
  const { model, objects } = batch;
  const write = objectWriter(database, batch);
  for (const [at, object] of objects.entries()) {
    place.at = at;
    if (!write(object)) return "changed";
  }
  const changes = rewriteChanges(model, objects);
  if (changes.length > 0 && !declarationCheck(database, model)()) return "superseded";
  const log = new ChangeLogWriter(database);
  log.begin();
  for (const change of changes) log.add(change);
  log.end();
  const isMoved = markStatements(model.table, batch).every((statement) => executeSql(database, statement).length > 0);
  return isMoved ? "done" : "lost";
}

/** Writes an object, if it has the version that it is expected to have; returns whether it did. */
function objectWriter(database: SqliteDatabase, batch: ModelBatch): (object: RewrittenObject) => boolean {
  const { single, multi } = splitIndexes(batch.model, builtIndexes(batch));
  const writers = multi.map((index) => valuesWriter(database, index));
  const rowWriter = (bytes: Sets): Prepared<RewrittenObject> =>
    prepareSql(database, (slot) => rowStatement(batch, [...bytes(slot), ...valueSets(single, slot)], slot));
  const withBytes = rowWriter((slot) => [sql`version = version + 1`, sql`data = ${slot(({ data }) => data ?? null)}`]);
  const withoutBytes = rowWriter(() => []);
  return (object) => {
    const row = object.data === undefined ? withoutBytes : withBytes;
    if (row.get(object) === undefined) return false;
    const indexValues = object.values ?? new Map();
    for (const writer of writers) writer.update(object.id, { indexValues });
    return true;
  };
}

type Slot = SlotFor<RewrittenObject>;
type Sets = (slot: Slot) => readonly Fragment[];

function valueSets(indexes: readonly ColumnIndex[], slot: Slot): readonly Fragment[] {
  return indexes.map(({ name, column }) => {
    const value = slot(({ values }) => sqliteDialect.encode(values?.get(name)?.[0] ?? null));
    return sql`${sql.id(column)} = ${value}`;
  });
}

/** Returns a row for an object that has the expected version. */
function rowStatement({ model, schema }: ModelBatch, sets: readonly Fragment[], slot: Slot): Fragment {
  const all = schema === undefined ? sets : [...sets, sql`schema = ${sql.value(schema)}`];
  const isExpected = sql`id = ${slot(({ id }) => id)} AND version = ${slot(({ version }) => version)}`;
  const table = sql.id(model.table);
  if (all.length === 0) return sql`SELECT id FROM ${table} WHERE ${isExpected}`;
  return sql`UPDATE ${table} SET ${sql.join(all)} WHERE ${isExpected} RETURNING id`;
}
