import pg from "pg";
import type { IndexValueType } from "../../../../packages/store/dist/index-value.js";
import { makeTables, type Seed } from "./make-tables.js";
import { columnIndexes, columnValue, tableIndexes, tablesOf } from "./seed-columns.js";

const BATCH = 2000;

/** Fills a new PostgreSQL database, without the store. Indexes are made over rows that are there, which is faster. */
export async function seedPostgres(url: string, seed: Seed): Promise<void> {
  await makeTables(url, seed, "postgresql");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("SET synchronous_commit = off");
  await client.query("SET maintenance_work_mem = '512MB'");
  const { model } = seed.dataset;
  const { rows: indexes } = await client.query<{ indexname: string; indexdef: string }>(
    "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = ANY ($1) AND indexname NOT LIKE '%_pkey'",
    [tablesOf(model)],
  );
  for (const { indexname } of indexes) await client.query(`DROP INDEX "${indexname}"`);
  for (let first = 1; first <= seed.size; first += BATCH) {
    await insertObjects(client, seed, { first, last: Math.min(first + BATCH - 1, seed.size) });
  }
  for (const { indexdef } of indexes) await client.query(indexdef);
  await client.query("UPDATE cmgen_revision SET revision = $1", [seed.size]);
  await client.query(`SELECT setval(pg_get_serial_sequence('"${model.table}"', 'id'), $1)`, [seed.size]);
  await client.query("VACUUM (FREEZE, ANALYZE)");
  await client.end();
}

const arrayTypes: Record<IndexValueType, string> = {
  string: "text[]",
  integer: "bigint[]",
  int64: "bigint[]",
  number: "float8[]",
  boolean: "boolean[]",
  timestamp: "bigint[]",
};

interface Batch {
  readonly first: number;
  readonly last: number;
}

/** A column of a table and its values, one a row. */
interface Column {
  readonly name: string;
  readonly type: string;
  readonly values: readonly unknown[];
}

async function insertObjects(client: pg.Client, { dataset, size }: Seed, { first, last }: Batch): Promise<void> {
  const { model, record } = dataset;
  const objects = Array.from({ length: last - first + 1 }, (_, place) => ({
    id: first + place,
    ...record(first + place, size),
  }));
  await insert(client, model.table, [
    { name: "id", type: "bigint[]", values: objects.map(({ id }) => id) },
    { name: "name", type: "text[]", values: objects.map(({ name }) => name) },
    { name: "uid", type: "text[]", values: objects.map(({ uid }) => uid) },
    { name: "version", type: "bigint[]", values: objects.map(() => 1) },
    { name: "created_at", type: "bigint[]", values: objects.map(({ createdAt }) => createdAt) },
    { name: "data", type: "bytea[]", values: objects.map(({ data }) => Buffer.from(data)) },
    ...columnIndexes(model).map((index) => ({
      name: index.column,
      type: arrayTypes[index.type],
      values: objects.map((object) => columnValue(object, index)),
    })),
  ]);
  const labels = objects.flatMap((object) => [...object.labels].map(([key, value]) => ({ id: object.id, key, value })));
  await insert(client, model.labelTable, [
    { name: "object_id", type: "bigint[]", values: labels.map(({ id }) => id) },
    { name: "key", type: "text[]", values: labels.map(({ key }) => key) },
    { name: "value", type: "text[]", values: labels.map(({ value }) => value) },
  ]);
  for (const index of tableIndexes(model)) {
    const rows = objects.flatMap(({ id, indexValues }) =>
      (indexValues.get(index.name) ?? []).map((value) => ({ id, value })),
    );
    await insert(client, index.table, [
      { name: "object_id", type: "bigint[]", values: rows.map(({ id }) => id) },
      { name: "value", type: arrayTypes[index.type], values: rows.map(({ value }) => value) },
    ]);
  }
}

async function insert(client: pg.Client, table: string, columns: readonly Column[]): Promise<void> {
  const names = columns.map(({ name }) => `"${name}"`).join(", ");
  const arrays = columns.map(({ type }, place) => `$${place + 1}::${type}`).join(", ");
  await client.query(
    `INSERT INTO "${table}" (${names}) SELECT * FROM unnest(${arrays})`,
    columns.map(({ values }) => values),
  );
}
