import type pg from "pg";
import { expect, it } from "vitest";
import { Turns } from "../../packages/runtime/dist/store/lists/turns.js";
import { cursorSource } from "../../packages/runtime/dist/store/postgres/cursor-source.js";
import { openPool } from "../../packages/runtime/dist/store/postgres/database.js";
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
  const turns = new Turns(1);
  let end = (): void => undefined;
  const other = turns.take(() => new Promise<void>((resolve) => (end = resolve)));
  const closed = cursorSource(await cursorOn(pool), turns);
  const waiting = closed.next();
  await closed.close();
  const next = cursorSource(await cursorOn(pool), turns);
  const batch = next.next();
  end();
  await other;
  expect(await waiting).toBeUndefined();
  expect((await batch)?.items().map((item) => Buffer.from(item).toString())).toEqual(["1", "2", "3", "4"]);
  await next.close();
  await pool.end();
});
