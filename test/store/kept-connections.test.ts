import pg from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openPool, type PostgresPool } from "../../packages/store/dist/postgres/database.js";
import { emptyDatabase } from "./engines.js";

let database: Awaited<ReturnType<typeof emptyDatabase>>;
let pool: PostgresPool;

beforeEach(async () => {
  database = await emptyDatabase("postgresql");
  pool = openPool(database.url, { connections: 1 });
});

afterEach(async () => {
  if (!pool.ended) await pool.endWithin(10_000);
  await database.cleanUp();
});

it("a connection that was kept is the next one, and counts as unused until then", async () => {
  const client = await pool.take();
  expect(pool.unusedCount).toBe(0);
  pool.keep(client);
  expect(pool.unusedCount).toBe(1);
  expect(pool.take()).toBe(client);
  pool.keep(client);
});

it("a connection that the server has ended is not used again", async () => {
  const client = await pool.take();
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  pool.keep(client);
  const other = new pg.Client(database.url);
  await other.connect();
  // The client also tells of an error, which `once` of Node.js would throw.
  const ended = new Promise<void>((resolve) => void client.once("end", resolve));
  await other.query("SELECT pg_terminate_backend($1)", [rows[0]?.pid]);
  await Promise.all([ended, other.end()]);
  const next = await pool.take();
  expect(next).not.toBe(client);
  expect((await next.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  pool.keep(next);
});

it("a connection goes to whoever waits for one", async () => {
  const client = await pool.take();
  const waiting = pool.connect();
  pool.keep(client);
  expect(await waiting).toBe(client);
  client.release();
});

it("a pool that closes does not wait for what is kept, and gets it back after a moment", async () => {
  pool.keep(await pool.take());
  expect(pool.idleCount).toBe(0);
  await expect.poll(() => pool.idleCount).toBe(1);
  pool.keep(await pool.take());
  await pool.endWithin(60_000);
  expect(pool.ended).toBe(true);
});
