import { randomInt } from "node:crypto";
import type {
  CopiedObject,
  CopiedRow,
  CopiedSchedule,
  CopiedVersion,
  CopyBatch,
  CopyBeginning,
  CopyClash,
  CopyEnd,
  CopyOutcome,
  CopyState,
  CopyStorage,
} from "../copy-storage.js";
import type { IndexState } from "../index-storage.js";
import { memoized } from "../memoized.js";
import { MARKS, selectDeclaration } from "../sql/change-shapes.js";
import type { SqlDialect } from "../sql/dialect.js";
import { RowInsert } from "../sql/row-insert.js";
import { compileQuery, type Fragment, type Query, type RunSql, sql, upsert } from "../sql/sql.js";
import type { StoredModel } from "../stored-model.js";
import { historyColumns, objectInserts, type ObjectInserts } from "./copied-inserts.js";
import { COPIES, forgetCopy, moveCopy, stateOfRow } from "./copy-state.js";
import { saveDeclaration, saveIndexState } from "./index-records.js";
import { moveStatement } from "./mark-statements.js";
import type { Check } from "./refusal-checks.js";
import { RefusalChecks } from "./refusal-checks.js";
import type { NeededRows, WalkAccess } from "./table-walks.js";

/** What a database does for copies. */
interface CopyAccess extends Pick<WalkAccess, "dialect" | "run" | "transact" | "check"> {
  /** Runs a statement whose effect survives a power cut, and all that was stored before it. */
  readonly keep: RunSql;
  /** Whether a row is there already, or one with the same unique value. */
  isKeyViolation(error: unknown): boolean;
}

const TABLE = sql.id("table");
const INDEX = sql.id("index");

/** Stores copies, on either database. */
export class CopyRecords implements CopyStorage {
  readonly #access: CopyAccess;
  readonly #checks: RefusalChecks;
  readonly #inserts = new WeakMap<StoredModel, ObjectInserts>();
  readonly #history: RowInsert<CopiedVersion>;

  constructor(access: CopyAccess) {
    this.#access = access;
    this.#checks = new RefusalChecks(access.dialect);
    this.#history = new RowInsert(access.dialect, "cmgen_history", historyColumns);
  }

  async state(): Promise<CopyState | undefined> {
    const [row] = await this.#access.run<IndexState>(
      sql`SELECT ${INDEX}, fingerprint, state, position FROM ${sql.table("cmgen_indexes")} WHERE ${TABLE} = ${sql.lit(COPIES)}`,
    );
    return row && stateOfRow(row);
  }

  async occupied(models: readonly StoredModel[]): Promise<string | undefined> {
    for (const table of ["cmgen_history", ...models.flatMap(tablesOf)]) {
      const rows = await this.#access.run(sql`SELECT 1 FROM ${sql.table(table)} LIMIT 1`);
      if (rows.length > 0) return table;
    }
    return undefined;
  }

  async begin({ from, to, revision, tables = [] }: CopyBeginning): Promise<boolean> {
    const forgotten = ["cmgen_changes", "cmgen_receipts", "cmgen_audit"].map(
      (table) => sql`DELETE FROM ${sql.table(table)}`,
    );
    const outdated = tables.flatMap(({ table }) => [
      sql`DELETE FROM ${sql.table("cmgen_indexes")} WHERE ${TABLE} = ${sql.value(table)}`,
      sql`DELETE FROM ${sql.table("cmgen_evolutions")} WHERE ${TABLE} = ${sql.value(table)}`,
    ]);
    const steps = tables.flatMap(({ table, steps: made }) =>
      made.map((step) => moveStatement(table, { step: { from: undefined, to: step } })),
    );
    const newest = sql`CASE WHEN revision < ${sql.value(revision)} THEN ${sql.value(revision)} ELSE revision END`;
    const counted = sql`UPDATE ${sql.table("cmgen_revision")} SET revision = ${newest} + 1, mark = ${sql.value(randomInt(MARKS))} RETURNING 1`;
    // Of an earlier copy nothing is remembered.
    const moves = [...(from === undefined ? [] : [forgetCopy(from)]), moveCopy(undefined, to)];
    return this.#transact([
      ...[...moves, counted].map((statement) => this.#needed(statement, 1)),
      ...[...forgotten, ...outdated, ...steps].map((statement) => this.#needed(statement, 0)),
    ]);
  }

  async store({ rows, from, to }: CopyBatch): Promise<CopyOutcome> {
    try {
      const stored = this.#statements(rows).map((query) => ({ ...query, rows: 0 }));
      return (await this.#transact([...stored, this.#needed(moveCopy(from, to), 1)])) ? "done" : "lost";
    } catch (error) {
      if (!this.#access.isKeyViolation(error)) throw error;
    }
    const [only, ...others] = rows;
    if (only === undefined || others.length > 0) return "somewhere";
    return "object" in only
      ? this.#access.check(clashOf(this.#checks, this.#access.dialect, only.object))
      : { clash: "id" };
  }

  async end({ from, to, tables, filled }: CopyEnd): Promise<boolean> {
    const { dialect, keep } = this.#access;
    const served = filled.flatMap(({ model, indexes }) => {
      const { table, declaration = "" } = model;
      const others = sql`${selectDeclaration(sql.value(table))} AND fingerprint <> ${sql.value(declaration)}`;
      return [
        this.#needed(sql`SELECT 1 WHERE NOT EXISTS (${others})`, 1),
        this.#needed(saveDeclaration(table, { declaration, isTried: false }), 0),
        ...indexes.map((index) => this.#needed(saveIndexState(table, index), 0)),
      ];
    });
    const counted = ["cmgen_history", ...tables].flatMap((table) =>
      dialect.idsFollow(table).map((statement) => this.#needed(statement, 0)),
    );
    if (!(await this.#transact([...served, ...counted]))) return false;
    return (await keep(moveCopy(from, to))).length > 0;
  }

  async #transact(statements: readonly NeededRows[]): Promise<boolean> {
    return (await this.#access.transact(statements)) === undefined;
  }

  #needed(statement: Fragment, rows: number): NeededRows {
    return { ...compileQuery(this.#access.dialect, statement), rows };
  }

  #statements(rows: readonly CopiedRow[]): readonly Query[] {
    const objects = rows.flatMap((row) => ("object" in row ? [row.object] : []));
    const inserted = [...new Set(objects.map(({ model }) => model))].flatMap((model) => {
      const inserts = memoized(this.#inserts, model, () => objectInserts(this.#access.dialect, model));
      const some = objects.filter((object) => object.model === model);
      return inserts.flatMap((insert) => insert(some));
    });
    const versions = rows.flatMap((row) => ("version" in row ? [row.version] : []));
    const schedules = rows.flatMap((row) => ("schedule" in row ? [row.schedule] : []));
    return [
      ...inserted,
      ...this.#history.statements(versions),
      ...schedules.map((schedule) => compileQuery(this.#access.dialect, saveSchedule(schedule))),
    ];
  }
}

/** All tables of a model's objects. */
function tablesOf({ table, labelTable, indexes }: StoredModel): readonly string[] {
  return [table, labelTable, ...indexes.flatMap((index) => (index.multi ? [index.table] : []))];
}

/** Takes the place of what a service has saved that ran on the empty database. */
function saveSchedule({ name, position, state }: CopiedSchedule): Fragment {
  return upsert("cmgen_schedules", { name }, { position, state });
}

/** What is in the way of an object. */
function* clashOf(
  checks: RefusalChecks,
  dialect: SqlDialect,
  { model, id, record }: CopiedObject,
): Check<CopyClash | "somewhere"> {
  const sameId = yield compileQuery(dialect, sql`SELECT 1 FROM ${sql.table(model.table)} WHERE id = ${sql.value(id)}`);
  if (sameId.length > 0) return { clash: "id" };
  const { name } = record;
  const sameName = yield compileQuery(
    dialect,
    sql`SELECT 1 FROM ${sql.table(model.table)} WHERE name = ${sql.value(name)}`,
  );
  if (sameName.length > 0) return { clash: "name" };
  const taken = yield* checks.valueTaken(model, record);
  return taken === undefined ? "somewhere" : { clash: "value", taken: { ...taken, object: name } };
}
