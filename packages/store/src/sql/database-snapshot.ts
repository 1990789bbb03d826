import type { SqlDialect } from "./dialect.js";
import type { Shape } from "./shape.js";

/** A database as it is at one moment, to be looked at. Whatever is written meanwhile is not seen, and waits for nothing. */
export interface DatabaseSnapshot {
  readonly dialect: SqlDialect;
  /** Integers may come as numbers or as bigints, on SQLite booleans too. */
  rows<Input, Row extends object>(shape: Shape<Input>, input: Input): Promise<readonly Row[]>;
  /** The same, some rows at a time: however many there are, few are held. Nothing else can be read until it has ended. */
  stream<Input, Row extends object>(shape: Shape<Input>, input: Input): AsyncIterable<readonly Row[]>;
  /** Names of the tables that are there. */
  tables(): Promise<readonly string[]>;
  /** What the database itself finds wrong with its files, a sentence each. Nothing where it has no way to look. */
  damage(): Promise<readonly string[]>;
  close(): Promise<void>;
}
