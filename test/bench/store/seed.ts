import Database from "better-sqlite3";
import pg from "pg";
import { physicalSchema } from "../../store/physical-schema.js";
import { benchModel, benchRecord } from "./dataset.js";

const { table, labelTable } = benchModel;
const columns = ["x_spec_code", "x_spec_age", "x_spec_group", "x_spec_score"];
const tagTable = `${table}___x_spec_tags`;

/** Fills an SQLite file with the first `count` objects, without the store and without syncing. */
export function seedSqlite(file: string, count: number): void {
  const database = new Database(file);
  database.pragma("journal_mode = OFF");
  database.pragma("synchronous = OFF");
  database.pragma("cache_size = -500000");
  const [tables, indexes] = splitSchema(physicalSchema("sqlite", [benchModel]));
  database.exec(tables);
  const insert = database.prepare(
    `INSERT INTO "${table}" (id, name, version, created_at, data, ${columns.join()}) VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?)`,
  );
  const insertTag = database.prepare(`INSERT INTO "${tagTable}" VALUES (?, ?)`);
  const insertLabel = database.prepare(`INSERT INTO "${labelTable}" VALUES (?, ?, ?)`);
  database.transaction(() => {
    for (let number = 1; number <= count; number += 1) {
      const { name, createdAt, data, indexValues, labels } = benchRecord(number);
      const keys = ["spec.code", "spec.age", "spec.group", "spec.score"].map((index) => indexValues.get(index)?.[0]);
      insert.run(number, name, createdAt, data, ...keys);
      for (const tag of indexValues.get("spec.tags") ?? []) insertTag.run(number, tag);
      for (const [key, value] of labels) insertLabel.run(number, key, value);
    }
  })();
  database.exec(indexes);
  database.exec(`INSERT INTO cmgen_revision VALUES (1, ${count})`);
  database.pragma("journal_mode = WAL");
  database.close();
}

const BATCH = 2000;

/** Fills a PostgreSQL database with the first `count` objects, without the store. */
export async function seedPostgres(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const [tables, indexes] = splitSchema(physicalSchema("postgresql", [benchModel]));
  await client.query(tables);
  await client.query("SET synchronous_commit = off");
  for (let first = 1; first <= count; first += BATCH) {
    await insertBatch(
      client,
      Array.from({ length: Math.min(BATCH, count - first + 1) }, (_, place) => first + place),
    );
  }
  await client.query(indexes);
  await client.query(`INSERT INTO cmgen_revision VALUES (1, ${count})`);
  await client.query(`SELECT setval(pg_get_serial_sequence('"${table}"', 'id'), ${count})`);
  await client.query("VACUUM ANALYZE");
  await client.end();
}

async function insertBatch(client: pg.Client, numbers: readonly number[]): Promise<void> {
  const records = numbers.map((number) => ({ number, ...benchRecord(number) }));
  const key = (index: string) => records.map(({ indexValues }) => indexValues.get(index)?.[0]);
  await client.query(
    `INSERT INTO "${table}" (id, name, version, created_at, data, ${columns.join()})
     SELECT id, name, 1, created_at, convert_to(data, 'UTF8'), code, age, grp, score
     FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::float8[])
     AS u (id, name, created_at, data, code, age, grp, score)`,
    [
      numbers,
      records.map(({ name }) => name),
      records.map(({ createdAt }) => createdAt),
      records.map(({ data }) => Buffer.from(data).toString()),
      ...["spec.code", "spec.age", "spec.group", "spec.score"].map(key),
    ],
  );
  const tags = records.flatMap(({ number, indexValues }) =>
    (indexValues.get("spec.tags") ?? []).map((tag) => [number, tag]),
  );
  await client.query(`INSERT INTO "${tagTable}" SELECT * FROM unnest($1::bigint[], $2::text[])`, transpose(tags, 2));
  const labels = records.flatMap(({ number, labels: own }) => [...own].map(([name, value]) => [number, name, value]));
  await client.query(
    `INSERT INTO "${labelTable}" SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[])`,
    transpose(labels, 3),
  );
}

function transpose(rows: readonly (readonly unknown[])[], width: number): unknown[][] {
  return Array.from({ length: width }, (_, column) => rows.map((row) => row[column]));
}

/** Indexes are faster made over rows that are there. Primary keys stay with their tables. */
function splitSchema(schema: string): [tables: string, indexes: string] {
  const statements = schema.split(/;\s*\n?/).filter((statement) => statement.trim() !== "");
  const isIndex = (statement: string): boolean => /^\s*CREATE (UNIQUE )?INDEX/.test(statement);
  const join = (part: readonly string[]): string => `${part.join(";\n")};`;
  return [join(statements.filter((statement) => !isIndex(statement))), join(statements.filter(isIndex))];
}
