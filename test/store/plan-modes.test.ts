import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sessionSettings, type PostgresClient } from "../../packages/store/dist/postgres/database.js";
import { PlanModes } from "../../packages/store/dist/postgres/plan-modes.js";
import { closePools, openPools, type PostgresPools } from "../../packages/store/dist/postgres/pools.js";
import { openTestDatabase, type TestDatabase } from "./engines.js";
import { sampleModel } from "./sample-model.js";

const timeouts = { answerMilliseconds: 60_000, listMilliseconds: 60_000 };
const once = { plans: "force_generic_plan", scans: "1000" };
const withValues = { plans: "force_custom_plan", scans: "1" };

/** What a connection for lists believes of its settings is what they are: else a plan for unknown values could read whole tables. */
describe("how connections for lists plan statements", () => {
  let database: TestDatabase;
  let pools: PostgresPools;
  let client: PostgresClient;

  beforeAll(async () => {
    database = await openTestDatabase("postgresql", [sampleModel]);
    pools = openPools(database.url, 10, timeouts);
    client = await pools.lists.connect();
  });
  afterAll(async () => {
    client.release();
    await closePools(pools);
    await database.close();
  });

  it("never compiles a statement, for whatever a connection is used", async () => {
    for (const pool of Object.values(pools) as PostgresPools[keyof PostgresPools][])
      expect((await pool.query("SHOW jit")).rows).toEqual([{ jit: "off" }]);
    // Those of locks, of the listener and of migrations have these alone.
    expect(sessionSettings(database.url)).toMatchObject({ jit: "off" });
  });

  const settings = async (): Promise<unknown> =>
    (
      await client.query(
        "SELECT current_setting('plan_cache_mode') AS plans, current_setting('seq_page_cost') AS scans",
      )
    ).rows[0];

  it("begins with values, and changes when a statement needs it", async () => {
    const modes = new PlanModes(client);
    expect(modes.use("with values")).toEqual([]);
    expect(await settings()).toEqual(withValues);
    await Promise.all(modes.use("once"));
    expect(await settings()).toEqual(once);
    // The next list of the connection knows.
    expect(new PlanModes(client).use("once")).toEqual([]);
    await Promise.all(new PlanModes(client).use("with values"));
    expect(await settings()).toEqual(withValues);
  });

  it("is again as it was before a transaction that is rolled back", async () => {
    const modes = new PlanModes(client);
    modes.begin();
    await client.query("BEGIN");
    await Promise.all(modes.use("once"));
    expect(modes.use("once")).toEqual([]);
    expect(await settings()).toEqual(once);
    await client.query("ROLLBACK");
    expect(await settings()).toEqual(withValues);
    expect(new PlanModes(client).use("with values")).toEqual([]);
  });
});
