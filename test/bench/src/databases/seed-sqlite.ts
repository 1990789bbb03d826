import Database from "better-sqlite3";
import { makeTables, type Seed } from "./make-tables.js";
import { columnIndexes, columnValue, tableIndexes, tablesOf } from "./seed-columns.js";

/** Fills a new SQLite file, without the store and without syncing. Indexes are made over rows that are there, which is faster. */
export async function seedSqlite(file: string, seed: Seed): Promise<void> {
  await makeTables(`file:${file}`, seed, "sqlite");
  const database = new Database(file);
  for (const setting of ["journal_mode = OFF", "synchronous = OFF", "cache_size = -500000"]) database.pragma(setting);
  const indexes = database
    .prepare(
      "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN (SELECT value FROM json_each(?))",
    )
    .all(JSON.stringify(tablesOf(seed.dataset.model))) as { name: string; sql: string }[];
  for (const { name } of indexes) database.exec(`DROP INDEX "${name}"`);
  database.transaction(() => insertObjects(database, seed))();
  for (const { sql } of indexes) database.exec(sql);
  database.prepare("UPDATE cmgen_revision SET revision = ?").run(seed.size);
  database.pragma("journal_mode = WAL");
  database.close();
}

function insertObjects(database: Database.Database, { dataset: { model, record }, size }: Seed): void {
  const columns = columnIndexes(model);
  const named = ["id", "name", "uid", "version", "created_at", "data", ...columns.map(({ column }) => column)];
  const insert = database.prepare(
    `INSERT INTO "${model.table}" (${named.join(", ")}) VALUES (${named.map(() => "?").join(", ")})`,
  );
  const insertLabel = database.prepare(`INSERT INTO "${model.labelTable}" (object_id, key, value) VALUES (?, ?, ?)`);
  const valueTables = tableIndexes(model).map(({ name, table }) => ({
    name,
    insert: database.prepare(`INSERT INTO "${table}" (object_id, value) VALUES (?, ?)`),
  }));
  for (let id = 1; id <= size; id += 1) {
    const object = record(id, size);
    const { name, uid, createdAt, data, labels, indexValues } = object;
    insert.run(id, name, uid, 1, createdAt, data, ...columns.map((index) => columnValue(object, index)));
    for (const [key, value] of labels) insertLabel.run(id, key, value);
    for (const values of valueTables) {
      for (const value of indexValues.get(values.name) ?? []) values.insert.run(id, value);
    }
  }
}
