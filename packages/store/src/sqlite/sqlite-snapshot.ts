import type { DatabaseReads, DatabaseSnapshot } from "../sql/database-snapshot.js";
import { sqliteDialect } from "../sql/dialect.js";
import type { Shape } from "../sql/sql.js";
import { openReader, type SqliteDatabase } from "./database.js";
import { prepare, type Prepared } from "./statements.js";
import { isSqliteError } from "./sqlite-trouble.js";

/** The number of messages requested: a damaged file is often damaged in many places. */
const MESSAGES = 100;

/** Opens a snapshot of a database file. */
export function openSqliteSnapshot(file: string): DatabaseSnapshot {
  const database = openReader(file);
  try {
    // Reading a whole file once gains nothing from mapping it, and its size would count as memory.
    database.pragma("mmap_size = 0");
    // The snapshot is taken by the first statement that reads.
    database.exec("BEGIN; SELECT 1 FROM sqlite_master LIMIT 1");
    return new SqliteSnapshot(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** What a connection's transaction sees. */
export class SqliteReads implements DatabaseReads {
  readonly dialect = sqliteDialect;
  readonly #database: SqliteDatabase;
  readonly #statements = new WeakMap<object, Prepared<never>>();

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  async rows<Input, Row extends object>(shape: Shape<Input>, input: Input): Promise<readonly Row[]> {
    // A statement is stored under the shape it was prepared from, so its input is of the caller's type.
    const known = this.#statements.get(shape) as Prepared<Input> | undefined;
    const statement = known ?? prepare(this.#database, shape, { bigints: true });
    this.#statements.set(shape, statement);
    return statement.all(input) as Row[];
  }

  async *stream<Input, Row extends object>(shape: Shape<Input>, input: Input): AsyncGenerator<readonly Row[], void> {
    for (const row of prepare(this.#database, shape, { bigints: true }).iterate(input)) yield [row as Row];
  }

  async tables(): Promise<readonly string[]> {
    return this.#database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all() as string[];
  }
}

class SqliteSnapshot extends SqliteReads implements DatabaseSnapshot {
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    super(database);
    this.#database = database;
  }

  /** Compares each of SQLite's indexes with its table, and checks the pages of the file. */
  async damage(): Promise<readonly string[]> {
    try {
      const rows = this.#database.pragma(`integrity_check(${MESSAGES})`) as { readonly integrity_check: string }[];
      return rows.map((row) => row.integrity_check).filter((message) => message !== "ok");
    } catch (error) {
      // The file is too damaged for the check.
      if (!isSqliteError(error, "SQLITE_CORRUPT")) throw error;
      return [error.message];
    }
  }

  async close(): Promise<void> {
    this.#database.close();
  }
}
