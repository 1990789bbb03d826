import type { SqlDialect } from "./dialect.js";
import type { Fragment, RunSql } from "./sql.js";

/** Reads a database, within a transaction. */
export interface DatabaseReads {
  readonly dialect: SqlDialect;
  /** Integers may be numbers or bigints; on SQLite booleans too. */
  readonly rows: RunSql;
  /** The same, in batches, so that few rows are held. Nothing else can be read until it has ended. */
  stream<Row extends object>(statement: Fragment): AsyncIterable<readonly Row[]>;
  /** The names of the tables. */
  tables(): Promise<readonly string[]>;
}

/** A read-only view of a database at one moment. It does not show later writes and does not block them. */
export interface DatabaseSnapshot extends DatabaseReads {
  /** What the database itself finds wrong with its files, one sentence each. Empty if it cannot check. */
  damage(): Promise<readonly string[]>;
  /** Warnings about the database for the operator, one sentence each. */
  warnings(): Promise<readonly string[]>;
  close(): Promise<void>;
}
