import { existsSync, realpathSync, rmSync } from "node:fs";
import { parseDatabaseUrl } from "../database-url.js";
import type { PostgresConnection } from "../postgres/database.js";
import { quoteName } from "../sql/sql.js";
import { openReader } from "../sqlite/database.js";
import { FileInUseError } from "../sqlite/file-owner.js";
import { HeldFile } from "../sqlite/held-file.js";
import type { Migration } from "./migration.js";
import { withSchema } from "./with-schema.js";

/** A table of a database, and how many rows it has. */
export interface TableRows {
  readonly table: string;
  readonly rows: number;
}

/** What {@link resetDatabase} would drop. Nothing is changed. */
export async function tablesToReset(url: string, migrations: readonly Migration[]): Promise<readonly TableRows[]> {
  const location = parseDatabaseUrl(url);
  if (location.engine === "postgresql") {
    return withSchema(location.url, location.schema, async (client, schema) => {
      const counted: TableRows[] = [];
      for (const table of await tablesOf(client, schema, migrations)) {
        const from = `${quoteName(schema)}.${quoteName(table)}`;
        const { rows } = await client.query<{ count: number }>(`SELECT count(*) AS count FROM ${from}`);
        counted.push({ table, rows: rows[0]?.count ?? 0 });
      }
      return counted;
    });
  }
  return existsSync(location.file) ? tablesOfFile(location.file) : [];
}

/**
 * Makes a database empty: of SQLite the file is deleted; of PostgreSQL the tables are dropped that migrations have created, and their history.
 *
 * @throws {FileInUseError} if a process has the file.
 */
export async function resetDatabase(url: string, migrations: readonly Migration[]): Promise<void> {
  const location = parseDatabaseUrl(url);
  if (location.engine !== "postgresql") return deleteFile(location.file);
  await withSchema(location.url, location.schema, async (client, schema) => {
    const tables = await tablesOf(client, schema, migrations);
    const names = tables.map((table) => `${quoteName(schema)}.${quoteName(table)}`);
    // One statement: all of them go, or none.
    if (names.length > 0) await client.query(`DROP TABLE ${names.join(", ")} CASCADE`);
  });
}

function tablesOfFile(file: string): readonly TableRows[] {
  const database = openReader(file);
  try {
    const tables = database
      .prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
      )
      .pluck()
      .all() as string[];
    return tables.map((table) => {
      const rows = database
        .prepare(`SELECT count(*) FROM ${quoteName(table)}`)
        .pluck()
        .get();
      return { table, rows: Number(rows) };
    });
  } finally {
    database.close();
  }
}

/** While this process has the file, no service can open it. */
async function deleteFile(file: string): Promise<void> {
  if (!existsSync(file)) return;
  for await (const { held, owner } of HeldFile.tries(file)) {
    if (held === undefined) throw new FileInUseError(file, owner);
    try {
      removeFile(file);
    } finally {
      held.release();
    }
    return;
  }
}

/** Deletes a database file that this process has. */
export function removeFile(file: string): void {
  if (!existsSync(file)) return;
  const path = realpathSync(file);
  for (const part of ["", "-wal", "-shm", "-journal"]) rmSync(path + part, { force: true });
}

/** The tables of a schema that migrations have created, or given another name, and their history. */
export async function tablesOf(
  client: PostgresConnection,
  schema: string,
  migrations: readonly Migration[],
): Promise<readonly string[]> {
  const named = migrations.flatMap(({ sql }) =>
    [...sql.matchAll(/\b(?:CREATE TABLE(?: IF NOT EXISTS)?|RENAME TO)\s+"?([\w$]+)"?/gi)].map(([, name = ""]) => name),
  );
  const { rows } = await client.query<{ tablename: string }>(
    "SELECT tablename FROM pg_tables WHERE schemaname = $1 AND tablename = ANY($2) ORDER BY tablename",
    [schema, [...named, "_prisma_migrations"]],
  );
  return rows.map(({ tablename }) => tablename);
}
