import pg from "pg";
import { benchItem, itemBytes } from "../data/bench-item.js";
import { makeTables, type Seed } from "./make-tables.js";

const BATCH = 2000;

/** Fills a new PostgreSQL database, without the store. Indexes are made over rows that are there, which is faster. */
export async function seedPostgres(url: string, seed: Seed): Promise<void> {
  await makeTables(url, seed, "postgresql");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("SET synchronous_commit = off");
  await client.query("SET maintenance_work_mem = '512MB'");
  const { table, labels, tags } = seed.tables;
  const { rows: indexes } = await client.query<{ indexname: string; indexdef: string }>(
    "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = ANY ($1) AND indexname NOT LIKE '%_pkey'",
    [[table, labels, tags]],
  );
  for (const { indexname } of indexes) await client.query(`DROP INDEX "${indexname}"`);
  for (let first = 1; first <= seed.size; first += BATCH) {
    await insertItems(client, seed, { first, last: Math.min(first + BATCH - 1, seed.size) });
  }
  for (const { indexdef } of indexes) await client.query(indexdef);
  await client.query("UPDATE cmgen_revision SET revision = $1", [seed.size]);
  await client.query(`SELECT setval(pg_get_serial_sequence('"${table}"', 'id'), $1)`, [seed.size]);
  await client.query("VACUUM (FREEZE, ANALYZE)");
  await client.end();
}

interface Stretch {
  readonly first: number;
  readonly last: number;
}

async function insertItems(client: pg.Client, { tables }: Seed, { first, last }: Stretch): Promise<void> {
  const numbers = Array.from({ length: last - first + 1 }, (_, place) => first + place);
  const items = numbers.map(benchItem);
  await client.query(
    `INSERT INTO "${tables.table}" (id, name, version, created_at, data, x_spec_code, x_spec_age, x_spec_group, x_spec_score)
     SELECT id, name, 1, created_at, convert_to(data, 'UTF8'), code, age, grp, score
     FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::float8[])
     AS u (id, name, created_at, data, code, age, grp, score)`,
    [
      numbers,
      items.map(({ name }) => name),
      items.map(({ createdAt }) => createdAt),
      items.map((item) => itemBytes(item, 1).toString()),
      items.map(({ code }) => code),
      items.map(({ age }) => age),
      items.map(({ group }) => group),
      items.map(({ score }) => score),
    ],
  );
  const tagRows = items.flatMap(({ tags }, place) => tags.map((tag) => [first + place, tag]));
  await client.query(
    `INSERT INTO "${tables.tags}" SELECT * FROM unnest($1::bigint[], $2::text[])`,
    columns(tagRows, 2),
  );
  const labelRows = items.flatMap(({ labels }, place) =>
    Object.entries(labels).map(([key, value]) => [first + place, key, value]),
  );
  await client.query(
    `INSERT INTO "${tables.labels}" SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[])`,
    columns(labelRows, 3),
  );
}

function columns(rows: readonly (readonly unknown[])[], width: number): unknown[][] {
  return Array.from({ length: width }, (_, column) => rows.map((row) => row[column]));
}
