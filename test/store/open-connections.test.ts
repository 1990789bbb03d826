import pg from "pg";
import { expect, it } from "vitest";
import { openTestDatabase } from "./engines.js";
import { sampleModel } from "./sample-model.js";

it("a store on PostgreSQL has the connections for short requests open before the first", async () => {
  const database = await openTestDatabase("postgresql", [sampleModel]);
  const client = new pg.Client(database.url);
  await client.connect();
  try {
    const { rows } = await client.query(
      `SELECT count(*)::int AS open FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'cmgen' AND state = 'idle'`,
    );
    // Four to read objects and two to write; some for listening, locks and what the opening itself read.
    expect((rows as { open: number }[])[0]?.open).toBeGreaterThanOrEqual(6);
  } finally {
    await client.end();
    await database.close();
  }
});
