import type { SqlDialect } from "./dialect.js";
import type { Shape } from "./shape.js";

/** A read-only view of a database at one moment. It does not show later writes and does not block them. */
export interface DatabaseSnapshot {
  readonly dialect: SqlDialect;
  /** Integers may be numbers or bigints; on SQLite booleans too. */
  rows<Input, Row extends object>(shape: Shape<Input>, input: Input): Promise<readonly Row[]>;
  /** The same, in batches, so that few rows are held. Nothing else can be read until it has ended. */
  stream<Input, Row extends object>(shape: Shape<Input>, input: Input): AsyncIterable<readonly Row[]>;
  /** The names of the tables. */
  tables(): Promise<readonly string[]>;
  /** What the database itself finds wrong with its files, one sentence each. Empty if it cannot check. */
  damage(): Promise<readonly string[]>;
  close(): Promise<void>;
}
