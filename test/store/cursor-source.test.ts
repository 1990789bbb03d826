import type pg from "pg";
import { expect, it } from "vitest";
import { Turns } from "../../packages/store/dist/lists/turns.js";
import { cursorSource } from "../../packages/store/dist/postgres/cursor-source.js";
import { openPool } from "../../packages/store/dist/postgres/database.js";
import { createDatabase } from "../postgres/create-database.js";

const texts = "SELECT n::text AS data FROM generate_series(1, 50) AS g (n)";

/** Opens a cursor as streams do, on the one connection of a pool. */
async function cursorOn(pool: pg.Pool): Promise<pg.PoolClient> {
  const client = await pool.connect();
  await client.query("BEGIN");
  await client.query(`DECLARE items NO SCROLL CURSOR FOR ${texts}`);
  return client;
}

it("leaves alone the connection of a stream that was closed while it waited for its turn", async () => {
  const pool = openPool(await createDatabase(), { connections: 1 });
  const turns = new Turns(1, 10_000);
  let given = 0;
  const closed = (): void => void (given += 1);
  let end = (): void => undefined;
  const other = turns.take(() => new Promise<void>((resolve) => (end = resolve)));
  const first = cursorSource(await cursorOn(pool), {
    declared: Promise.resolve(),
    turns,
    milliseconds: 10_000,
    closed,
  });
  const waiting = first.next();
  await first.close();
  const next = cursorSource(await cursorOn(pool), { declared: Promise.resolve(), turns, milliseconds: 10_000, closed });
  const batch = next.next();
  end();
  await other;
  expect(await waiting).toBeUndefined();
  expect((await batch)?.items().map((item) => Buffer.from(item).toString())).toEqual(["1", "2", "3", "4"]);
  await next.close();
  expect(given).toBe(2);
  await pool.end();
});
