import Database from "better-sqlite3";
import { benchItem, itemBytes } from "../data/bench-item.js";
import { makeTables, type Seed } from "./make-tables.js";

/** Fills a new SQLite file, without the store and without syncing. Indexes are made over rows that are there, which is faster. */
export async function seedSqlite(file: string, seed: Seed): Promise<void> {
  await makeTables(`file:${file}`, seed, "sqlite");
  const database = new Database(file);
  for (const setting of ["journal_mode = OFF", "synchronous = OFF", "cache_size = -500000"]) database.pragma(setting);
  const indexes = database
    .prepare("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN (?, ?, ?)")
    .all(seed.tables.table, seed.tables.labels, seed.tables.tags) as { name: string; sql: string }[];
  for (const { name } of indexes) database.exec(`DROP INDEX "${name}"`);
  database.transaction(() => insertItems(database, seed))();
  for (const { sql } of indexes) database.exec(sql);
  database.prepare("UPDATE cmgen_revision SET revision = ?").run(seed.size);
  database.pragma("journal_mode = WAL");
  database.close();
}

function insertItems(database: Database.Database, { tables, size }: Seed): void {
  const insert = database.prepare(
    `INSERT INTO "${tables.table}" (id, name, version, created_at, data, x_spec_code, x_spec_age, x_spec_group, x_spec_score)
     VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?)`,
  );
  const insertTag = database.prepare(`INSERT INTO "${tables.tags}" (object_id, value) VALUES (?, ?)`);
  const insertLabel = database.prepare(`INSERT INTO "${tables.labels}" (object_id, key, value) VALUES (?, ?, ?)`);
  for (let number = 1; number <= size; number += 1) {
    const item = benchItem(number);
    const { name, createdAt, code, age, group, score } = item;
    insert.run(number, name, createdAt, itemBytes(item, 1), code, age, group, score);
    for (const tag of item.tags) insertTag.run(number, tag);
    for (const [key, value] of Object.entries(item.labels)) insertLabel.run(number, key, value);
  }
}
