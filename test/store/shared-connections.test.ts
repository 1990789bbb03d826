import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPool, type PostgresPool } from "../../packages/store/dist/postgres/database.js";
import { openPostgresStore } from "../../packages/store/dist/postgres/postgres-store.js";
import { PostgresServers } from "../../packages/store/dist/postgres/postgres-servers.js";
import { MOST_PREPARED } from "../../packages/store/dist/postgres/schema-client.js";
import { SchemaPool } from "../../packages/store/dist/postgres/schema-pool.js";
import { ServerConnections } from "../../packages/store/dist/postgres/server-connections.js";
import { SchemaNames } from "../../packages/store/dist/sql/schema-names.js";
import { compileQuery, sql } from "../../packages/store/dist/sql/sql.js";
import { postgresDialect } from "../../packages/store/dist/sql/dialect.js";
import { defaultTuning } from "../../packages/store/src/list-tuning.js";
import { defaultSettings } from "../../packages/store/src/store-settings.js";
import { openDatabase } from "@cmgen/store";
import { createDatabase } from "../postgres/create-database.js";
import { CountedRoundTrips } from "./counted-round-trips.js";
import { execute } from "./execute.js";
import { physicalSchema } from "./physical-schema.js";
import { sampleModel, sampleRecord } from "./sample-model.js";

describe("a connection that schemas share", () => {
  let connections: PostgresPool;
  let url: string;
  const schemas = ["one", "two"];
  const { sql: text } = compileQuery(postgresDialect, sql`SELECT x, pg_backend_pid() AS pid FROM ${sql.table("t")}`);

  beforeAll(async () => {
    url = await createDatabase();
    for (const schema of schemas)
      await execute(url, `CREATE SCHEMA ${schema}; CREATE TABLE ${schema}.t AS SELECT '${schema}' AS x`);
    connections = openPool(new PostgresServers(url), { connections: 1, settings: { search_path: "pg_catalog" } });
  });
  afterAll(() => connections.end());

  const poolOf = (schema: string, place: number): SchemaPool =>
    new SchemaPool(connections, { names: SchemaNames.of(schema), suffix: `_${place}` });

  it("reads each schema's tables by statements of one name, and is replaced once it has prepared many", async () => {
    const pools = schemas.map(poolOf);
    const pids: unknown[] = [];
    for (let statement = 0; statement < MOST_PREPARED; statement += 1) {
      for (const [place, pool] of pools.entries()) {
        const { rows } = await pool.query<{ x: string; pid: number }>({ name: `s${statement}`, text, values: [] });
        expect(rows[0]?.x).toBe(schemas[place]);
        pids.push(rows[0]?.pid);
      }
    }
    // As many again as the second connection took.
    expect(new Set(pids.slice(0, MOST_PREPARED + 1)).size).toBe(1);
    expect(new Set(pids.slice(MOST_PREPARED + 1)).size).toBe(1);
    expect(new Set(pids).size).toBe(2);
  });

  it("is not found by a statement that names no schema", async () => {
    await expect(poolOf("one", 0).query("SELECT x FROM t")).rejects.toThrow('"t" does not exist');
  });

  it("is not given to anybody once it was destroyed, though its end is not heard of yet", async () => {
    const all = openPool(new PostgresServers(url), { connections: 3, settings: { search_path: "pg_catalog" } });
    await all.fill();
    all.breakIdle();
    const asked = Array.from({ length: 6 }, () => all.query<{ answer: number }>("SELECT 1 AS answer"));
    expect((await Promise.all(asked)).map(({ rows }) => rows[0]?.answer)).toEqual(Array(6).fill(1));
    const client = await all.connect();
    client.release();
    await all.end();
  });

  it("leaves connections to others, in the order in which requests came", async () => {
    const pool = new SchemaPool(connections, { names: SchemaNames.of("one"), suffix: "" }, 1);
    const client = await pool.connect();
    const order: number[] = [];
    const waiting = [1, 2, 3].map((place) => pool.query("SELECT 1").then(() => order.push(place)));
    expect(order).toEqual([]);
    client.release();
    await Promise.all(waiting);
    expect(order).toEqual([1, 2, 3]);
  });
});

describe("a store that is opened on a server", () => {
  const TRIM_MS = 100;
  const settings = { ...defaultSettings, tuning: defaultTuning, trimMilliseconds: TRIM_MS };

  it("sends what it asks at once, and nothing while it is idle", async () => {
    const url = await createDatabase();
    for (const schema of ["one", "two"])
      await openDatabase(`${url}?schema=${schema}`).migrate([
        { name: "20300101000000_init", sql: physicalSchema("postgresql", [sampleModel]) },
      ]);
    const server = new ServerConnections(url, { connections: 10, timeouts: defaultSettings.timeouts }, true);
    const counted = Object.values(server.pools).map((pool: PostgresPool) => new CountedRoundTrips(pool));
    const trips = (): number => counted.reduce((sum, { count }) => sum + count, 0);
    const first = await openPostgresStore(server, "one", settings);
    const before = trips();
    const second = await openPostgresStore(server, "two", settings);
    expect(trips() - before).toBeLessThanOrEqual(1);
    await second.write({ write: "create", model: sampleModel, record: sampleRecord("a") });
    const written = trips();
    // By then every store has looked at its change log.
    await expect.poll(trips).toBeGreaterThan(written);
    await delay(5 * TRIM_MS);
    const idle = trips();
    await delay(5 * TRIM_MS);
    expect(trips()).toBe(idle);
    await Promise.all([first.close(), second.close()]);
    await server.close();
  });
});
