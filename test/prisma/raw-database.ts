import Database from "better-sqlite3";
import pg from "pg";

/** A database spoken to in plain SQL. */
export interface RawDatabase {
  execute(sql: string): Promise<void>;
  rows(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

/** Connects to `url`, does `use` and disconnects. */
export async function withRawDatabase<Result>(
  url: string,
  use: (database: RawDatabase) => Promise<Result>,
): Promise<Result> {
  return url.startsWith("postgresql:") ? withPostgres(url, use) : withSqlite(url, use);
}

async function withPostgres<Result>(url: string, use: (database: RawDatabase) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use({
      execute: async (sql) => void (await client.query(sql)),
      rows: async (sql) => (await client.query<Record<string, unknown>>(sql)).rows,
    });
  } finally {
    await client.end();
  }
}

async function withSqlite<Result>(url: string, use: (database: RawDatabase) => Promise<Result>): Promise<Result> {
  const database = new Database(url.replace(/^file:/, ""));
  try {
    return await use({
      execute: async (sql) => void database.exec(sql),
      rows: async (sql) => database.prepare<[], Record<string, unknown>>(sql).all(),
    });
  } finally {
    database.close();
  }
}
