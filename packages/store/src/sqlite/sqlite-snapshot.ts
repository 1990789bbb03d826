import type { DatabaseReads, DatabaseSnapshot } from "../sql/database-snapshot.js";
import { sqliteDialect } from "../sql/dialect.js";
import { compileQuery, type Fragment } from "../sql/sql.js";
import { openReader, type SqliteDatabase, type SqliteStatement } from "./database.js";
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
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    ...sqliteReads(database),
    damage: async () => damageOf(database),
    warnings: async () => [],
    close: async () => void database.close(),
  };
}

/** What a connection's transaction sees. */
export function sqliteReads(database: SqliteDatabase): DatabaseReads {
  const prepared = (statement: Fragment): SqliteStatement => {
    const { sql, values } = compileQuery(sqliteDialect, statement);
    return database.prepare(sql).safeIntegers().bind(values);
  };
  return {
    dialect: sqliteDialect,
    rows: async <Row extends object>(statement: Fragment) => prepared(statement).all() as Row[],
    async *stream<Row extends object>(statement: Fragment) {
      for (const row of prepared(statement).iterate()) yield [row as Row];
    },
    tables: async () =>
      database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all() as string[],
  };
}

/** Compares each of SQLite's indexes with its table, and checks the pages of the file. */
function damageOf(database: SqliteDatabase): readonly string[] {
  try {
    const rows = database.pragma(`integrity_check(${MESSAGES})`) as { readonly integrity_check: string }[];
    return rows.map((row) => row.integrity_check).filter((message) => message !== "ok");
  } catch (error) {
    // The file is too damaged for the check.
    if (!isSqliteError(error, "SQLITE_CORRUPT")) throw error;
    return [error.message];
  }
}
