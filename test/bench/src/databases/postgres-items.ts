import pg from "pg";
import { itemBytes, itemUid, type BenchItem } from "../data/bench-item.js";
import type { ItemTables, RawItems, RawLog, Row } from "./raw-items.js";

/** Connections of the hand-written program; each sends what it is given at once ("pipeline"), so that a write is one turn to the server. */
const CONNECTIONS = 16;

interface Statement {
  readonly name: string;
  readonly text: string;
}

/** Opens the items of a PostgreSQL database as a hand-written program would. */
export function openPostgresItems(url: string, tables: ItemTables): RawItems {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS, pipeline: true });
  // A connection that breaks while idle is replaced when one is next needed.
  pool.on("error", () => undefined);
  const names = new Map<string, Statement>();
  const prepared = (text: string): Statement => {
    const known = names.get(text) ?? { name: `raw_${names.size}`, text: numbered(text) };
    names.set(text, known);
    return known;
  };
  const run = async (text: string, values: readonly unknown[]): Promise<readonly Row[]> =>
    (await pool.query<Row>({ ...prepared(text), values: [...values] })).rows;
  const read = `SELECT uid, version, convert_from(data, 'UTF8') AS data FROM "${tables.table}" WHERE name = ?`;
  const transaction = (text: string, values: readonly unknown[]): Promise<void> =>
    inTransaction(pool, { ...prepared(text), values: [...values] });
  return {
    all: run,
    read: async (name) => {
      const [row] = await run(read, [name]);
      return (
        row && { uid: String(row["uid"]), version: Number(row["version"]), data: Buffer.from(String(row["data"])) }
      );
    },
    create: async (item, log = "revision") => {
      const data = itemBytes(item, 1);
      const values = createValues(item, data);
      await transaction(createStatement(tables, log), log === "none" ? values : [...values, Date.now()]);
      return data;
    },
    update: (item, version) => transaction(updateStatement(tables), updateValues(item, version)),
    scanAll: () => scanAll(pool, tables),
    close: () => pool.end(),
  };
}

function numbered(text: string): string {
  let place = 0;
  return text.replaceAll("?", () => `$${(place += 1)}`);
}

async function inTransaction(
  pool: pg.Pool,
  statement: Statement & { readonly values: readonly unknown[] },
): Promise<void> {
  const client = await pool.connect();
  try {
    const write = client.query({ ...statement, values: [...statement.values] });
    const [, written] = await Promise.all([client.query("BEGIN"), write, client.query("COMMIT")]);
    if (written.rowCount !== 1) throw new Error("The hand-written write found nothing to write to");
  } finally {
    client.release();
  }
}

async function scanAll(pool: pg.Pool, { table }: ItemTables): Promise<number> {
  const client = await pool.connect();
  let bytes = 0;
  try {
    await client.query("BEGIN READ ONLY");
    await client.query(
      `DECLARE items NO SCROLL CURSOR FOR SELECT convert_from(data, 'UTF8') AS data FROM "${table}" ORDER BY created_at DESC, id DESC`,
    );
    for (;;) {
      const { rows } = await client.query<{ data: string }>("FETCH 1000 FROM items");
      if (rows.length === 0) break;
      for (const { data } of rows) bytes += Buffer.from(data).length;
    }
    await client.query("COMMIT");
  } finally {
    client.release();
  }
  return bytes;
}

/** The end of a statement, which logs what its part `written` wrote. Its value is the time. */
const LOG = (type: string): string => `
  , taken AS (UPDATE cmgen_revision SET revision = revision + 1 RETURNING revision)
  INSERT INTO cmgen_changes (revision, at, type, "group", plural, object_id, name, data)
  SELECT revision, ?::bigint, '${type}', 'bench.example.com', 'items', id, name, data FROM written, taken`;

/** The ends of a create's statement. Each returns one row. The values of all but the last end with the time. */
const createLogs: Readonly<Record<RawLog, string>> = {
  revision: LOG("ADDED"),
  outbox: `
  INSERT INTO bench_outbox (at, type, object_id, name, data) SELECT ?::bigint, 'ADDED', id, name, data FROM written
  RETURNING pg_notify('bench_outbox', '')`,
  none: "SELECT id FROM written",
};

function createStatement({ table, labels, tags }: ItemTables, log: RawLog): string {
  return `
  WITH written AS (
    INSERT INTO "${table}" (name, uid, version, created_at, data, x_spec_code, x_spec_age, x_spec_group, x_spec_score)
    VALUES (?, ?, 1, ?, convert_to(?, 'UTF8'), ?, ?, ?, ?) RETURNING id, name, data
  ), tags AS (INSERT INTO "${tags}" (object_id, value) SELECT id, unnest(?::text[]) FROM written)
  , labels AS (
    INSERT INTO "${labels}" (object_id, key, value)
    SELECT id, key, value FROM written, unnest(?::text[], ?::text[]) AS pairs (key, value)
  )${createLogs[log]}`;
}

function createValues(item: BenchItem, bytes: Buffer): readonly unknown[] {
  const { name, createdAt, code, age, group, score, tags, labels } = item;
  const data = bytes.toString();
  const pairs = [Object.keys(labels), Object.values(labels)];
  return [name, itemUid(name), createdAt, data, code, age, group, score, tags, ...pairs];
}

function updateStatement({ table, labels, tags }: ItemTables): string {
  return `
  WITH written AS (
    UPDATE "${table}" SET version = version + 1, data = convert_to(?, 'UTF8'), x_spec_code = ?, x_spec_age = ?, x_spec_group = ?, x_spec_score = ?
    WHERE name = ? AND version = ? RETURNING id, name, data
  ), given AS (SELECT ?::text[] AS tags, ?::text[] AS keys, ?::text[] AS texts)
  , oldTags AS (DELETE FROM "${tags}" USING written, given WHERE object_id = id AND NOT value = ANY (tags))
  , newTags AS (INSERT INTO "${tags}" (object_id, value) SELECT id, unnest(tags) FROM written, given ON CONFLICT DO NOTHING)
  , oldLabels AS (DELETE FROM "${labels}" USING written, given WHERE object_id = id AND NOT key = ANY (keys))
  , newLabels AS (
    INSERT INTO "${labels}" AS l (object_id, key, value) SELECT id, unnest(keys), unnest(texts) FROM written, given
    ON CONFLICT (object_id, key) DO UPDATE SET value = excluded.value WHERE l.value <> excluded.value
  )${LOG("MODIFIED")}`;
}

function updateValues(item: BenchItem, version: number): readonly unknown[] {
  const { name, code, age, group, score, tags, labels } = item;
  const data = itemBytes(item, version).toString();
  const pairs = [Object.keys(labels), Object.values(labels)];
  return [data, code, age, group, score, name, version - 1, tags, ...pairs, Date.now()];
}
