import type { CopiedSchedule, CopiedVersion } from "../copy-storage.js";
import type { DatabaseReads } from "../sql/database-snapshot.js";
import { readBytes, type SqlDialect } from "../sql/dialect.js";
import { type RunSql, sql } from "../sql/sql.js";
import type { StepState } from "../walk-storage.js";
import { objectsAfter, WalkRecords } from "./walk-records.js";

/** Rows read at a time, at most; fewer where they are large. */
const ROWS = 500;

/** An object as it is stored. */
export interface RawObject {
  readonly id: number;
  readonly schema: number;
  readonly data: Uint8Array;
}

/** Reads what a copy of a database has, in the order of ids, some at a time. */
export class CopyReads {
  readonly #run: RunSql;
  readonly #dialect: SqlDialect;

  constructor({ dialect, rows }: Pick<DatabaseReads, "dialect" | "rows">) {
    this.#run = rows;
    // As bytes, whether they are text or not.
    this.#dialect = { ...dialect, data: (column) => column };
  }

  /** The newest revision. */
  async revision(): Promise<number> {
    const [row] = await this.#run<{ readonly revision: number | bigint }>(
      sql`SELECT revision FROM ${sql.table("cmgen_revision")}`,
    );
    return Number(row?.revision ?? 0);
  }

  /** The steps that the objects of a table have been through. */
  steps(table: string): Promise<readonly StepState[]> {
    return new WalkRecords(this.#dialect, this.#run).steps(table);
  }

  /** How many tokens and passwords there are, which no copy has. */
  async credentials(): Promise<{ readonly tokens: number; readonly passwords: number }> {
    const [row] = await this.#run<{ readonly tokens: Whole; readonly passwords: Whole }>(
      sql`SELECT (SELECT count(*) FROM ${sql.table("cmgen_tokens")} WHERE revoked_at IS NULL) AS tokens,
 (SELECT count(*) FROM ${sql.table("cmgen_credentials")} WHERE password IS NOT NULL) AS passwords`,
    );
    return { tokens: Number(row?.tokens ?? 0), passwords: Number(row?.passwords ?? 0) };
  }

  async *objects(table: string): AsyncGenerator<readonly RawObject[], void> {
    for await (const rows of this.#rowsOf<ObjectRow>(table, ["schema"]))
      yield rows.map(({ id, schema, data }) => ({
        id: Number(id),
        schema: Number(schema ?? 0),
        data: readBytes(data),
      }));
  }

  /** The versions of all objects that have a history. */
  async *history(): AsyncGenerator<readonly CopiedVersion[], void> {
    const columns = ["group", "plural", "uid", "version", "type", "revision", "at", "actor", "verb", "schema"];
    for await (const rows of this.#rowsOf<VersionRow>("cmgen_history", columns))
      yield rows.map((row) => ({
        ...row,
        id: Number(row.id),
        version: Number(row.version),
        revision: row.revision === null ? null : Number(row.revision),
        at: Number(row.at),
        schema: Number(row.schema),
        data: readBytes(row.data),
      }));
  }

  async schedules(): Promise<readonly CopiedSchedule[]> {
    const statement = sql`SELECT name, position, state FROM ${sql.table("cmgen_schedules")} ORDER BY name`;
    const rows = await this.#run<Omit<CopiedSchedule, "position"> & { readonly position: Whole }>(statement);
    return rows.map(({ name, position, state }) => ({ name, position: Number(position), state }));
  }

  async *#rowsOf<Row extends NumberedRow>(
    table: string,
    columns: readonly string[],
  ): AsyncGenerator<readonly Row[], void> {
    for (let after = Number.MIN_SAFE_INTEGER; ;) {
      const rows = await this.#run<Row>(objectsAfter(this.#dialect, table, { after, limit: ROWS, columns }));
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows;
      after = Number(last.id);
    }
  }
}

/** Integers of SQLite may be bigints. */
type Whole = number | bigint;

interface NumberedRow {
  readonly id: Whole;
  readonly data: Uint8Array | string;
}

interface ObjectRow extends NumberedRow {
  readonly schema: Whole | null;
}

interface VersionRow
  extends NumberedRow, Pick<CopiedVersion, "name" | "group" | "plural" | "uid" | "type" | "actor" | "verb"> {
  readonly version: Whole;
  readonly revision: Whole | null;
  readonly at: Whole;
  readonly schema: Whole;
}
