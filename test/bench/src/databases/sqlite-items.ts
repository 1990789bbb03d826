import Database from "better-sqlite3";
import { itemBytes, itemUid, type BenchItem } from "../data/bench-item.js";
import type { ItemTables, RawItem, RawItems, Row } from "./raw-items.js";

/** Opens the items of an SQLite file as a hand-written program would, at the store's durability. */
export function openSqliteItems(file: string, tables: ItemTables): RawItems {
  const database = new Database(file, { timeout: 10_000 });
  for (const setting of ["synchronous = FULL", "foreign_keys = ON", "wal_autocheckpoint = 4000", "cache_size = -32768"])
    database.pragma(setting);
  const statements = new Map<string, Database.Statement>();
  const prepared = (statement: string): Database.Statement => {
    const known = statements.get(statement) ?? database.prepare(statement);
    statements.set(statement, known);
    return known;
  };
  const read = database.prepare(`SELECT uid, version, data FROM "${tables.table}" WHERE name = ?`);
  return {
    all: (statement, values) => prepared(statement).all(...values) as readonly Row[],
    read: (name) => read.get(name) as RawItem | undefined,
    create: creator(database, tables),
    update: updater(database, tables),
    scanAll: () => scanAll(database, tables),
    close: async () => void database.close(),
  };
}

function scanAll(database: Database.Database, { table }: ItemTables): number {
  const rows = database.prepare(`SELECT data FROM "${table}" ORDER BY created_at DESC, id DESC`).pluck().iterate();
  let bytes = 0;
  for (const data of rows) bytes += (data as Uint8Array).length;
  return bytes;
}

function creator(database: Database.Database, { table, labels, tags }: ItemTables): RawItems["create"] {
  const insert = database.prepare(
    `INSERT INTO "${table}" (name, uid, version, created_at, data, x_spec_code, x_spec_age, x_spec_group, x_spec_score)
     VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?)`,
  );
  const insertTag = database.prepare(`INSERT INTO "${tags}" (object_id, value) VALUES (?, ?)`);
  const insertLabel = database.prepare(`INSERT INTO "${labels}" (object_id, key, value) VALUES (?, ?, ?)`);
  const log = changeLogger(database);
  return database.transaction((item: BenchItem): Uint8Array => {
    const data = itemBytes(item, 1);
    const { name, createdAt, code, age, group, score } = item;
    const id = Number(insert.run(name, itemUid(name), createdAt, data, code, age, group, score).lastInsertRowid);
    for (const tag of item.tags) insertTag.run(id, tag);
    for (const [key, value] of Object.entries(item.labels)) insertLabel.run(id, key, value);
    log({ type: "ADDED", id, name, data });
    return data;
  }).immediate;
}

function updater(database: Database.Database, { table, labels, tags }: ItemTables): RawItems["update"] {
  const update = database
    .prepare(
      `UPDATE "${table}" SET version = ?, data = ?, x_spec_code = ?, x_spec_age = ?, x_spec_group = ?, x_spec_score = ?
       WHERE name = ? AND version = ? RETURNING id`,
    )
    .pluck();
  const removeTags = database.prepare(`DELETE FROM "${tags}" WHERE object_id = ? AND value NOT IN (?, ?)`);
  const insertTag = database.prepare(`INSERT INTO "${tags}" (object_id, value) VALUES (?, ?) ON CONFLICT DO NOTHING`);
  const removeLabels = database.prepare(`DELETE FROM "${labels}" WHERE object_id = ? AND key NOT IN (?)`);
  const setLabel = database.prepare(
    `INSERT INTO "${labels}" (object_id, key, value) VALUES (?, ?, ?)
     ON CONFLICT (object_id, key) DO UPDATE SET value = excluded.value WHERE value <> excluded.value`,
  );
  const log = changeLogger(database);
  return database.transaction((item: BenchItem, version: number): void => {
    const data = itemBytes(item, version);
    const { name, code, age, group, score } = item;
    const id = update.get(version, data, code, age, group, score, name, version - 1);
    if (typeof id !== "number") throw new Error(`${name} does not have version ${version - 1}`);
    removeTags.run(id, ...item.tags);
    for (const tag of item.tags) insertTag.run(id, tag);
    removeLabels.run(id, ...Object.keys(item.labels));
    for (const [key, value] of Object.entries(item.labels)) setLabel.run(id, key, value);
    log({ type: "MODIFIED", id, name, data });
  }).immediate;
}

interface LoggedItem {
  readonly type: "ADDED" | "MODIFIED";
  readonly id: number;
  readonly name: string;
  readonly data: Uint8Array;
}

function changeLogger(database: Database.Database): (change: LoggedItem) => void {
  const take = database.prepare("UPDATE cmgen_revision SET revision = revision + 1 RETURNING revision").pluck();
  const insert = database.prepare(
    `INSERT INTO cmgen_changes (revision, at, type, "group", plural, object_id, name, data)
     VALUES (?, ?, ?, 'bench.example.com', 'items', ?, ?, ?)`,
  );
  return ({ type, id, name, data }) => void insert.run(take.get(), Date.now(), type, id, name, data);
}
