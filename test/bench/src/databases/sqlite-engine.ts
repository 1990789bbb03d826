import Database from "better-sqlite3";
import { constants } from "node:fs";
import { copyFile, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { BenchPlugin } from "../data/build-plugin.js";
import { dataset, type DatasetName } from "../data/dataset.js";
import type { BenchDatabase, Engine } from "./engine.js";
import { itemTables, rawStatements } from "./raw-items.js";
import { seedKey } from "./seed-key.js";
import { seedSqlite } from "./seed-sqlite.js";
import { openSqliteItems } from "./sqlite-items.js";

const SEEDS = "sqlite-";
const COPY = "copy-";

/** SQLite with its files below `folder`. */
export async function sqliteEngine(folder: string, plugin: BenchPlugin): Promise<Engine> {
  const tables = itemTables(plugin.items);
  const statements = rawStatements(tables, {
    data: "data",
    walkAges: ` INDEXED BY "${tables.table}_x_spec_age_id_idx"`,
    walkScores: ` INDEXED BY "${tables.table}_x_spec_score_id_idx"`,
    nullsLast: "",
    nullsFirst: "",
    advised: true,
  });
  const seeds = join(folder, `${SEEDS}${seedKey(plugin)}`);
  await removeOthers(folder, basename(seeds));
  const seeded = async (size: number, name: DatasetName): Promise<string> => {
    const file = join(seeds, `${name}-${size}.db`);
    if (await exists(file)) return file;
    await mkdir(seeds, { recursive: true });
    await removeDatabase(`${file}.new`);
    await seedSqlite(`${file}.new`, { plugin, dataset: dataset(plugin, name), size });
    await rename(`${file}.new`, file);
    return file;
  };
  let copies = 0;
  const openCopy = async (size: number, name: DatasetName = "items"): Promise<BenchDatabase> => {
    const seed = await seeded(size, name);
    const { table } = plugin[name];
    const file = join(folder, `${COPY}${(copies += 1)}.db`);
    await copyFile(seed, file, constants.COPYFILE_FICLONE);
    await sync(file);
    return {
      engine: "sqlite",
      size,
      url: `file:${file}`,
      statements,
      indexBytes: indexBytesOf(file, table) / size,
      table,
      lockWrites: async () => lockWrites(file),
      openRaw: async () => openSqliteItems(file, tables),
      remove: () => removeDatabase(file),
    };
  };
  return { name: "sqlite", title: "SQLite", open: openCopy, close: async () => undefined };
}

/** Copies of a run that was broken off, and seeds of what the plugin was before. */
async function removeOthers(folder: string, seeds: string): Promise<void> {
  const names = await readdir(folder);
  const others = names.filter((name) => name.startsWith(COPY) || (name.startsWith(SEEDS) && name !== seeds));
  await Promise.all(others.map((name) => rm(join(folder, name), { recursive: true })));
}

function lockWrites(file: string): () => Promise<void> {
  const database = new Database(file);
  database.exec("BEGIN IMMEDIATE");
  return async () => void database.close();
}

function indexBytesOf(file: string, table: string): number {
  const database = new Database(file, { readonly: true });
  const bytes = database.prepare("SELECT sum(pgsize) FROM dbstat WHERE name <> ?").pluck().get(table);
  database.close();
  return Number(bytes);
}

/** Waits until the copy is on the disk, which writing it out would keep busy while it is measured. */
async function sync(file: string): Promise<void> {
  const opened = await open(file, "r+");
  await opened.sync();
  await opened.close();
}

async function removeDatabase(file: string): Promise<void> {
  await Promise.all(["", "-wal", "-shm", "-journal"].map((suffix) => rm(`${file}${suffix}`, { force: true })));
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
