import type { SqlDialect } from "../sql/dialect.js";
import { compileQuery, type Fragment, type Query, type RunSql, sql } from "../sql/sql.js";
import type { StoredModel } from "../stored-model.js";
import {
  type MarkMove,
  type RewriteBatch,
  type RewriteOutcome,
  WalkLostError,
  type WalkStorage,
} from "../walk-storage.js";
import { moveStatement } from "./mark-statements.js";
import { type Check, RefusalChecks } from "./refusal-checks.js";
import { rewriteStatements } from "./rewrite-statements.js";
import { WalkRecords } from "./walk-records.js";

/** A statement of a transaction, and how many rows it must return for the transaction to be committed. */
export interface NeededRows extends Query {
  readonly rows: number;
}

/** What a database does for walks over its tables. */
export interface WalkAccess extends Pick<WalkStorage, "locked"> {
  readonly dialect: SqlDialect;
  /** Runs a statement that reads little. */
  readonly run: RunSql;
  /** Runs a statement that may take long. */
  readonly count: RunSql;
  /**
   * Runs statements in one transaction, and commits it if each returns the rows that it must. The commit need not survive a crash, because what is
   * lost with it is done again.
   *
   * @returns the place of the first statement that does not. Then nothing is done.
   */
  transact(statements: readonly NeededRows[]): Promise<number | undefined>;
  /** Takes ids for entries of the history. Absent where the database gives them in order. */
  takeEntryIds?(count: number): Promise<readonly number[]>;
  check<Result>(check: Check<Result>): Promise<Result>;
  isUniqueViolation(error: unknown): boolean;
  /** Called when changes were logged. */
  changed(): void;
}

/** Walks over all objects of a table, on either database. */
export class TableWalks extends WalkRecords implements WalkStorage {
  readonly locked: WalkStorage["locked"];
  readonly #access: WalkAccess;
  readonly #checks: RefusalChecks;

  constructor(access: WalkAccess) {
    super(access.dialect, access.run);
    this.locked = access.locked;
    this.#access = access;
    this.#checks = new RefusalChecks(access.dialect);
  }

  async move(table: string, moves: readonly MarkMove[]): Promise<void> {
    const statements = moves.map((move) => this.#needed(moveStatement(table, move), 1));
    if (statements.length > 0 && (await this.#access.transact(statements)) !== undefined)
      throw new WalkLostError(table);
  }

  async countAfter(table: string, id: number): Promise<number> {
    const [row] = await this.#access.count<{ count: number }>(
      sql`SELECT count(*) AS count FROM ${sql.table(table)} WHERE id > ${sql.value(id)}`,
    );
    return row?.count ?? 0;
  }

  async rewrite(model: StoredModel, batch: RewriteBatch): Promise<RewriteOutcome> {
    const isKept = model.history !== undefined && batch.objects.length > 0 && batch.isSeen !== true;
    const entryIds = isKept ? await this.#access.takeEntryIds?.(2 * batch.objects.length) : undefined;
    const statements = rewriteStatements(this.#access.dialect, model, { ...batch, entryIds });
    try {
      const needed = statements.map(({ statement, rows }) => this.#needed(statement, rows));
      const missed = await this.#access.transact(needed);
      if (missed !== undefined) return statements[missed]?.otherwise ?? "lost";
      if (batch.objects.some(({ data }) => data !== undefined)) this.#access.changed();
      return "done";
    } catch (error) {
      if (!this.#access.isUniqueViolation(error)) throw error;
    }
    const [only, ...others] = batch.objects;
    if (only === undefined || others.length > 0) return { taken: "somewhere" };
    const { name, values = new Map() } = only;
    const taken = await this.#access.check(this.#checks.valueTaken(model, { name, indexValues: values }));
    return { taken: taken === undefined ? "somewhere" : { ...taken, object: name } };
  }

  #needed(statement: Fragment, rows: number): NeededRows {
    return { ...compileQuery(this.#access.dialect, statement), rows };
  }
}
