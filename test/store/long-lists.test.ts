import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { beforeEach, describe, expect, it } from "vitest";
import { planAggregate } from "../../packages/runtime/src/list/plan-aggregate.js";
import { planList } from "../../packages/runtime/src/list/plan-list.js";
import { defaultTuning } from "../../packages/store/src/list-tuning.js";
import type { ListPage } from "../../packages/store/src/store.js";
import { openTestDatabase, type TestDatabase } from "./engines.js";
import { sampleModel, sampleRecord } from "./sample-model.js";

/** More than there are connections for lists. */
const MANY = 20;
const ATTEMPT_MILLISECONDS = 50;

describe("lists that take long, on PostgreSQL", () => {
  let database: TestDatabase;
  let other: pg.Client;

  beforeEach(async () => {
    const tuning = { ...defaultTuning, firstLook: 8, few: 1, short: 10, attemptMilliseconds: ATTEMPT_MILLISECONDS };
    database = await openTestDatabase("postgresql", [sampleModel], { longLists: 1, tuning });
    for (let number = 0; number < 9; number += 1) {
      const tags = number % 3 === 0 ? ["third"] : ["other"];
      await database.store.create(sampleModel, sampleRecord(`n${number}`, { values: { tags } }));
    }
    other = new pg.Client(database.url);
    await other.connect();
    return async () => {
      await other.end();
      await database.close();
    };
  });

  const list = (query: string): Promise<ListPage> =>
    database.store.list(sampleModel, planList(sampleModel, new URLSearchParams(query)));

  function tagsTable(): string {
    const tags = sampleModel.indexes.find(({ name }) => name === "spec.tags");
    return tags?.multi === true ? tags.table : "";
  }

  async function waitingStatements(): Promise<number> {
    return (
      (await other.query("SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))"))
        .rowCount ?? 0
    );
  }

  it("wait for slots, and leave the other connections to short ones", async () => {
    await other.query(`BEGIN; LOCK TABLE "${tagsTable()}"`);
    const long = Array.from({ length: MANY }, () => list("page=1&size=2&fieldSelector=spec.tags=third"));
    while ((await waitingStatements()) === 0) await setTimeout(5);
    const { items } = await list("page=1&size=2&total=none");
    expect(items).toHaveLength(2);
    // All but one have made their first attempt.
    await expect.poll(waitingStatements).toBe(1);
    await other.query("COMMIT");
    for (const { total, hasNext } of await Promise.all(long))
      expect({ total, hasNext }).toEqual({ total: 3, hasNext: true });
  });

  it("are those that remember what they select, after many writes", async () => {
    await database.store.create(sampleModel, sampleRecord("rare", { values: { tags: ["rare"] } }));
    const remembered = "page=1&size=2&fieldSelector=spec.tags=rare";
    for (let time = 0; time < 3; time += 1) expect((await list(remembered)).total).toBe(1);
    for (let number = 0; number < 20; number += 1)
      await database.store.create(sampleModel, sampleRecord(`imported${number}`, { values: { tags: ["rare"] } }));
    await other.query(`BEGIN; LOCK TABLE "${tagsTable()}"`);
    const first = list("page=1&size=2&fieldSelector=spec.tags=third");
    while ((await waitingStatements()) === 0) await setTimeout(5);
    const second = list(remembered);
    for (let time = 0; time < 5; time += 1) expect((await list("page=1&size=2&total=none")).items).toHaveLength(2);
    await expect.poll(waitingStatements).toBe(1);
    await other.query("COMMIT");
    expect((await first).total).toBe(3);
    expect((await second).total).toBe(21);
  });

  it("are not begun when nobody waits for them any more", async () => {
    await other.query(`BEGIN; LOCK TABLE "${tagsTable()}"`);
    const query = "page=1&size=2&fieldSelector=spec.tags=third";
    const first = list(query);
    while ((await waitingStatements()) === 0) await setTimeout(5);
    const gone = new AbortController();
    const second = database.store.list(
      sampleModel,
      planList(sampleModel, new URLSearchParams(query)),
      () => gone.signal,
    );
    const outcomes = Promise.allSettled([first, second]);
    // It makes its first attempt.
    await setTimeout(10 * ATTEMPT_MILLISECONDS);
    const reason = new Error("gone");
    gone.abort(reason);
    await other.query("COMMIT");
    expect(await outcomes).toMatchObject([
      { status: "fulfilled", value: { total: 3 } },
      { status: "rejected", reason },
    ]);
  });

  it("share their slots with counts and sums", async () => {
    await other.query(`BEGIN; LOCK TABLE "${tagsTable()}"`);
    const plan = planAggregate(sampleModel, new URLSearchParams("aggregate=count&groupBy=spec.tags"));
    const counting = Array.from({ length: MANY }, () => database.store.aggregate(sampleModel, plan));
    while ((await waitingStatements()) === 0) await setTimeout(5);
    await expect.poll(waitingStatements).toBe(1);
    const { items } = await list("page=1&size=2&total=none");
    expect(items).toHaveLength(2);
    const gone = new AbortController();
    const cancelled = Promise.allSettled([database.store.aggregate(sampleModel, plan, () => gone.signal)]);
    await setTimeout(10 * ATTEMPT_MILLISECONDS);
    const reason = new Error("gone");
    gone.abort(reason);
    await other.query("COMMIT");
    for (const { rows } of await Promise.all(counting))
      expect(rows.map(({ keys: [tag], count }) => [tag, count])).toEqual([
        ["other", 6],
        ["third", 3],
      ]);
    expect(await cancelled).toMatchObject([{ status: "rejected", reason }]);
  });

  it("go on after one that failed", async () => {
    const table = tagsTable();
    await other.query(`ALTER TABLE "${table}" RENAME TO gone`);
    const query = "page=1&size=2&fieldSelector=spec.tags=third";
    await expect(Promise.all([list(query), list(query)])).rejects.toThrow(table);
    await other.query(`ALTER TABLE gone RENAME TO "${table}"`);
    for (let time = 0; time < MANY; time += 1) expect((await list(query)).total).toBe(3);
  });
});
