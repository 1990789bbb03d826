import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { planList } from "../../packages/runtime/dist/list/plan-list.js";
import { PostgresServers } from "../../packages/store/dist/postgres/postgres-servers.js";
import { ListRunner } from "../../packages/store/dist/postgres/list-runner.js";
import { ListSlots } from "../../packages/store/dist/postgres/list-slots.js";
import { ListSession, plannedOnce } from "../../packages/store/dist/postgres/list-session.js";
import { closePools, openPools, poolsOf, type PostgresPools } from "../../packages/store/dist/postgres/pools.js";
import { defaultTuning } from "../../packages/store/src/list-tuning.js";
import { defaultSettings } from "../../packages/store/src/store-settings.js";
import { benchEntry } from "../bench/src/data/bench-entry.js";
import { postgresDialect } from "../../packages/store/dist/sql/dialect.js";
import { openTestDatabase, type TestDatabase } from "./engines.js";
import { entryModel } from "./entry-model.js";
import { execute } from "./execute.js";
import { publicSchema } from "./public-schema.js";

/** Objects when the plans are made, and how many there are for each of them later. */
const SMALL = 4;
const TIMES = 2500;
/** Rows that a statement may read of the large tables: several times what a page and a first look need. */
const FEW = 2000;

const timeouts = { answerMilliseconds: 60_000, listMilliseconds: 60_000 };
const tuning = { ...defaultTuning, firstLook: 64 };

/** Lists whose statements have one plan for all values: ranges, pages along an order, and ids. */
const queries = [
  "page=1&size=5&sort=metadata.name",
  "page=1&size=5&sort=metadata.creationTimestamp,desc",
  "page=2&size=5&sort=spec.age&fieldSelector=spec.age>=20",
  "limit=5&sort=spec.score",
  "page=1&size=5&labelSelector=lists.example.com/tier=a&sort=spec.score&total=none",
  "page=1&size=5&labelSelector=lists.example.com/tier=a&fieldSelector=spec.tags=b&sort=spec.score",
  "page=1&size=5&labelSelector=lists.example.com/tier=e&sort=spec.due",
  "page=2&size=5&fieldSelector=spec.group=a&sort=spec.score",
];

/** A statement that a connection has prepared and that is planned once, with the values of its last run. */
type Kept = ReadonlyMap<string, readonly unknown[]>;

interface PlanNode {
  readonly "Node Type": string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly PlanNode[];
}

/** A connection keeps a plan for as long as it has the statement: also when a table of a few objects becomes one of many. */
describe("plans that connections keep", () => {
  let database: TestDatabase;
  let pools: PostgresPools;
  const kept = new Map<pg.PoolClient, Kept>();
  const taken: pg.PoolClient[] = [];

  beforeAll(async () => {
    database = await openTestDatabase("postgresql", [entryModel]);
    pools = openPools(new PostgresServers(database.url), { connections: 10, timeouts });
    pools.lists.on("connect", (client) => void kept.set(client, recordKept(client)));
    await createEntries(1, SMALL);
    // The server knows how small the tables are. Without statistics it assumes ten pages.
    await execute(database.url, "ANALYZE");
    const connections = { ...poolsOf(pools, publicSchema), slots: new ListSlots(pools, { timeouts }) };
    const settings = { dialect: postgresDialect, pace: defaultSettings.pace, timeouts, tuning };
    const runner = new ListRunner(connections, settings);
    for (let round = 0; round < 4; round += 1) {
      for (const query of queries) {
        const plan = planList(entryModel, new URLSearchParams(query));
        await runner.list(entryModel, plan);
        await runner.list(entryModel, plan);
      }
      await createEntries(SMALL + 1 + round, 1);
      runner.memory.forgetNewest();
    }
    // The pool would close them while they are idle.
    while (taken.length < pools.lists.totalCount) taken.push(await pools.lists.connect());
    await execute(database.url, grow());
  });
  afterAll(async () => {
    for (const client of taken) client.release();
    await closePools(pools);
    await database.close();
  });

  async function createEntries(first: number, count: number): Promise<void> {
    for (let number = first; number < first + count; number += 1)
      await database.store.create(entryModel, benchEntry({ number, size: SMALL }));
  }

  it("are for all values, but not in a transaction of a list; nothing is compiled", async () => {
    const client = await poolsOf(pools, publicSchema).streams.connect();
    await Promise.all(Object.entries(plannedOnce).map(([name, value]) => client.query(`SET ${name} = ${value}`)));
    const settings = async (): Promise<unknown> =>
      (
        await client.query(
          "SELECT current_setting('plan_cache_mode') AS plans, current_setting('seq_page_cost') AS scans",
        )
      ).rows[0];
    await new ListSession(client).begin();
    expect(await settings()).toEqual({ plans: "force_custom_plan", scans: "1" });
    await client.query("ROLLBACK");
    expect(await settings()).toEqual({ plans: "force_generic_plan", scans: "1000" });
    client.release(true);
    for (const pool of Object.values(pools) as PostgresPools[keyof PostgresPools][])
      if (pool !== pools.lists) expect((await pool.query("SHOW jit")).rows).toEqual([{ jit: "off" }]);
    // Those of locks, of the listener and of migrations have these alone.
    expect(new PostgresServers(database.url).settings).toMatchObject({ jit: "off" });
  });

  it("read few rows of tables that have become large", { timeout: 120_000 }, async () => {
    const far: object[] = [];
    for (const [client, statements] of kept) {
      const { rows } = await client.query(
        "SELECT current_setting('plan_cache_mode') AS plans, current_setting('jit') AS jit",
      );
      expect(rows).toEqual([{ plans: "force_generic_plan", jit: "off" }]);
      for (const [name, values] of statements) {
        const plan = await explainKept(client, name, values);
        if (rowsRead(plan) > FEW) far.push({ read: rowsRead(plan), plan });
      }
    }
    // Ranges, looks, ids and changes.
    expect(new Set([...kept.values()].flatMap((statements) => [...statements.keys()])).size).toBeGreaterThan(7);
    expect(far).toEqual([]);
  });
});

/** Notes the statements that a connection prepares outside of transactions, in which statements are planned with their values. */
function recordKept(client: pg.PoolClient): Kept {
  const kept = new Map<string, readonly unknown[]>();
  const query = client.query.bind(client) as (...all: unknown[]) => unknown;
  let inTransaction = false;
  const recorded = (...all: unknown[]): unknown => {
    const [first] = all as [string | { readonly name?: string; readonly values?: readonly unknown[] }];
    if (typeof first === "string") inTransaction = first.startsWith("BEGIN");
    else if (!inTransaction && first.name !== undefined) kept.set(first.name, first.values ?? []);
    return query(...all);
  };
  client.query = recorded as pg.PoolClient["query"];
  return kept;
}

async function explainKept(client: pg.PoolClient, name: string, values: readonly unknown[]): Promise<PlanNode> {
  const given = values.map((value) => (value === null ? "NULL" : client.escapeLiteral(String(value)))).join();
  const { rows } = await client.query<{ "QUERY PLAN": readonly { Plan: PlanNode }[] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE ${name}${given === "" ? "" : `(${given})`}`,
  );
  const plan = rows[0]?.["QUERY PLAN"][0]?.Plan;
  if (plan === undefined) throw new Error(`${name} has no plan`);
  return plan;
}

/** Copies all objects many times with what is beside them, as a program that imports would, and without new statistics. */
function grow(): string {
  const { table, labelTable } = entryModel;
  const columns = entryModel.indexes.flatMap((index) => (index.multi ? [] : [`"${index.column}"`])).join();
  const copies = `generate_series(1, ${TIMES}) AS n`;
  const multi = entryModel.indexes.flatMap((index) => (index.multi ? [index.table] : []));
  return [
    `INSERT INTO ${table} (id, name, version, created_at, data, ${columns})
 SELECT id + n * 1000, name || '-' || n, version, created_at + n, data, ${columns} FROM ${table}, ${copies}`,
    `INSERT INTO "${labelTable}" SELECT object_id + n * 1000, key, value FROM "${labelTable}", ${copies}`,
    ...multi.map((name) => `INSERT INTO "${name}" SELECT object_id + n * 1000, value FROM "${name}", ${copies}`),
    // The oldest changes: lists read the newest.
    `INSERT INTO cmgen_changes SELECT revision - n * 1000, at, type, "group", plural, object_id, name, data FROM cmgen_changes, ${copies}`,
  ].join(";\n");
}

/** Rows that a plan's nodes have looked at, or sorted. */
function rowsRead(node: PlanNode): number {
  const own = (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"];
  return Math.max(own, ...(node.Plans ?? []).map(rowsRead));
}
