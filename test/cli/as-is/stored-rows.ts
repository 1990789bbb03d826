import { hash } from "node:crypto";
import Database from "better-sqlite3";
import pg from "pg";

/** All rows of a database but for what a copy does not have, by table, as texts that are alike on both databases. */
export async function storedRows(url: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const run = await openRows(url);
  try {
    const names = (await run.rows(run.tables)).map(({ name }) => String(name)).filter((name) => !notCopied.test(name));
    const tables = new Map<string, readonly string[]>();
    for (const name of names.toSorted()) {
      const rows = (await run.rows(`SELECT * FROM "${name}"`)).filter((row) => !isOwn(name, row)).map(printed);
      tables.set(name, rows.toSorted());
    }
    return tables;
  } finally {
    await run.close();
  }
}

/** Runs statements of a test on a database that no service has. */
export async function changeRows(url: string, ...statements: readonly string[]): Promise<void> {
  const run = await openRows(url);
  try {
    for (const statement of statements) await run.rows(statement);
  } finally {
    await run.close();
  }
}

const notCopied =
  /^(sqlite_|_prisma|cmgen_(changes|revision|receipts|audit|tokens|sessions|credentials|attempts|identities)$)/;

/** How far the copy is, and which releases PostgreSQL has met. */
function isOwn(table: string, row: Row): boolean {
  const of = String(row["table"]);
  return table === "cmgen_indexes" && (of === "cmgen_copies" || of.endsWith(" declarations"));
}

type Row = Readonly<Record<string, unknown>>;

interface Connection {
  readonly tables: string;
  rows(statement: string): Promise<readonly Row[]>;
  close(): Promise<void>;
}

/** A connection of its own, whoever has the database. */
export async function openRows(url: string): Promise<Connection> {
  if (url.startsWith("postgres")) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const tables = "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'";
    return {
      tables,
      rows: async (statement) => (await client.query<Row>(statement)).rows,
      close: () => client.end(),
    };
  }
  const file = new Database(url.slice("file:".length));
  file.defaultSafeIntegers();
  return {
    tables: "SELECT name FROM sqlite_master WHERE type = 'table'",
    rows: async (statement) => {
      const prepared = file.prepare(statement);
      if (prepared.reader) return prepared.all() as Row[];
      prepared.run();
      return [];
    },
    close: async () => void file.close(),
  };
}

function printed(row: Row): string {
  const entries = Object.entries(row).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return entries.map(([column, value]) => `${column}=${printedValue(column, value)}`).join(" ");
}

function printedValue(column: string, value: unknown): string {
  if (value === null || value === undefined) return column === "schema" ? "0" : "-";
  if (Buffer.isBuffer(value)) return value.length < 100 ? value.toString("base64") : hash("sha256", value);
  // SQLite has no booleans.
  if (typeof value === "boolean") return value ? "1" : "0";
  return String(value);
}
