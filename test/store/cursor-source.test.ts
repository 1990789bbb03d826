import { expect, it } from "vitest";
import { Slots } from "../../packages/store/dist/lists/slots.js";
import { CursorSource } from "../../packages/store/dist/postgres/cursor-source.js";
import { openPool } from "../../packages/store/dist/postgres/database.js";
import { PostgresServers } from "../../packages/store/dist/postgres/postgres-servers.js";
import type { PostgresClient } from "../../packages/store/dist/postgres/schema-client.js";
import { SchemaPool } from "../../packages/store/dist/postgres/schema-pool.js";
import { createDatabase } from "../postgres/create-database.js";
import { publicSchema } from "./public-schema.js";

const texts = "SELECT n::text AS data FROM generate_series(1, 50) AS g (n)";

/** Opens a cursor as streams do, on the one connection of a pool. */
async function cursorOn(pool: SchemaPool): Promise<PostgresClient> {
  const client = await pool.connect();
  await client.query("BEGIN");
  await client.query(`DECLARE items NO SCROLL CURSOR FOR ${texts}`);
  return client;
}

it("leaves alone the connection of a stream that was closed while it waited for its turn", async () => {
  const connections = openPool(new PostgresServers(await createDatabase()), { connections: 1 });
  const pool = new SchemaPool(connections, publicSchema);
  const slots = new Slots(1, 10_000);
  const places = new Slots(1, 10_000);
  const source = async (): Promise<CursorSource> => {
    const leave = await places.enter();
    const options = { declared: Promise.resolve(), slots, places, milliseconds: 10_000 };
    const again = { connect: () => pool.connect(), declareAgain: () => Promise.reject(new Error("It did not go on")) };
    return new CursorSource({ client: await cursorOn(pool), leave }, { ...options, ...again });
  };
  let end = (): void => undefined;
  const other = slots.run(() => new Promise<void>((resolve) => (end = resolve)));
  const first = await source();
  const waiting = first.next();
  await first.close();
  const next = await source();
  const batch = next.next();
  end();
  await other;
  expect(await waiting).toBeUndefined();
  expect((await batch)?.items().map((item) => Buffer.from(item).toString())).toEqual(["1", "2", "3", "4"]);
  await next.close();
  // The place is free again.
  (await places.enter())();
  await connections.end();
});
