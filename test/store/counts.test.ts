import { beforeEach, describe, expect, it } from "vitest";
import { planList } from "../../packages/runtime/src/list/plan-list.js";
import { defaultTuning } from "../../packages/store/src/list-tuning.js";
import type { Store } from "../../packages/store/src/store.js";
import { openTestDatabase, type TestDatabase } from "./engines.js";
import { execute } from "./execute.js";
import { sampleModel, sampleRecord } from "./sample-model.js";

const tuning = { ...defaultTuning, firstLook: 8, few: 3 };

/** Counts are remembered, and what is remembered must never be seen to be old. */
describe.each(["sqlite file", "postgresql"] as const)("totals on %s", (engine) => {
  let database: TestDatabase;
  let store: Store;

  beforeEach(async () => {
    database = await openTestDatabase(engine, [sampleModel], { tuning, longLists: 1 });
    store = database.store;
    for (let number = 0; number < 20; number += 1) {
      const labels = { even: String(number % 2 === 0) };
      await store.create(
        sampleModel,
        sampleRecord(`n${number}`, { labels, values: { size: number, tags: [`t${number % 3}`] } }),
      );
    }
    return () => database.close();
  });

  const total = async (query: string, from: Store = store): Promise<number | undefined> =>
    (await from.list(sampleModel, planList(sampleModel, new URLSearchParams(`page=1&size=1&${query}`)))).total;

  const queries = [
    "",
    "labelSelector=even=true",
    "labelSelector=even=true&fieldSelector=spec.size>=4",
    "labelSelector=even!=true",
    "labelSelector=!even&fieldSelector=spec.tags!=t1",
  ];
  const totals = async (from: Store = store): Promise<(number | undefined)[]> => {
    const counted: (number | undefined)[] = [];
    for (const query of queries) counted.push(await total(query, from));
    return counted;
  };

  it("are right the first time, the second, and after every sort of write", async () => {
    expect(await totals()).toEqual([20, 10, 8, 10, 0]);
    expect(await totals()).toEqual([20, 10, 8, 10, 0]);
    await store.remove(sampleModel, { name: "n4", expectedVersion: 1, last: Buffer.from("{}") });
    expect(await totals()).toEqual([19, 9, 7, 10, 0]);
    await store.create(sampleModel, sampleRecord("new", { values: { size: 9 } }));
    expect(await totals()).toEqual([20, 9, 7, 11, 1]);
    await store.replace(
      sampleModel,
      sampleRecord("n1", { version: 2, labels: { even: "true" }, values: { size: 1 } }),
      1,
    );
    expect(await totals()).toEqual([20, 10, 7, 10, 1]);
    expect(await totals()).toEqual([20, 10, 7, 10, 1]);
  });

  it.runIf(engine === "postgresql")("are right when another process wrote", async () => {
    expect(await totals()).toEqual([20, 10, 8, 10, 0]);
    const other = await database.open();
    await other.remove(sampleModel, { name: "n6", expectedVersion: 1, last: Buffer.from("{}") });
    await other.create(sampleModel, sampleRecord("other", { labels: { even: "true" }, values: { size: 100 } }));
    expect(await totals()).toEqual([20, 10, 8, 10, 0]);
    await other.create(sampleModel, sampleRecord("another", { labels: { even: "true" }, values: { size: 101 } }));
    expect(await totals()).toEqual([21, 11, 9, 10, 0]);
    expect(await totals(other)).toEqual([21, 11, 9, 10, 0]);
  });

  it("are right after the database was restored to an earlier state", async () => {
    expect(await totals()).toEqual([20, 10, 8, 10, 0]);
    const { table } = sampleModel;
    const restored = `DELETE FROM "${table}" WHERE name IN ('n18', 'n19')`;
    await execute(
      database.url,
      `${restored}; DELETE FROM cmgen_changes WHERE revision > 18; UPDATE cmgen_revision SET revision = 18`,
    );
    expect(await total(queries[0] ?? "")).toBe(18);
    // The log tells of each revision after the one at which the other lists were asked for.
    for (const name of ["a", "b", "c"]) await store.create(sampleModel, sampleRecord(name));
    expect(await totals()).toEqual([21, 9, 7, 12, 3]);
  });

  it("are right when the writes since have passed the revision before the database was restored", async () => {
    expect(await totals()).toEqual([20, 10, 8, 10, 0]);
    await execute(
      database.url,
      `DELETE FROM cmgen_changes WHERE revision > 17; DELETE FROM "${sampleModel.table}" WHERE name IN ('n17', 'n18', 'n19');
       UPDATE cmgen_revision SET revision = 17;`,
    );
    for (let number = 0; number < 5; number += 1) await store.create(sampleModel, sampleRecord(`new${number}`));
    expect(await totals()).toEqual([22, 9, 7, 13, 5]);
  });

  it("are right when the change log does not reach back", async () => {
    expect(await totals()).toEqual([20, 10, 8, 10, 0]);
    await store.remove(sampleModel, { name: "n6", expectedVersion: 1, last: Buffer.from("{}") });
    await execute(database.url, "DELETE FROM cmgen_changes WHERE revision <= 21");
    expect(await totals()).toEqual([19, 9, 7, 10, 0]);
    await store.remove(sampleModel, { name: "n8", expectedVersion: 1, last: Buffer.from("{}") });
    await store.create(sampleModel, sampleRecord("new"));
    await execute(database.url, "DELETE FROM cmgen_changes WHERE revision = 22");
    expect(await totals()).toEqual([19, 8, 6, 11, 1]);
  });

  it("are right while many write and many count", async () => {
    const counting = Array.from({ length: 4 }, async () => {
      for (let time = 0; time < 15; time += 1) {
        const [all = 0, even = 0] = await totals();
        expect(all).toBeGreaterThanOrEqual(20);
        expect(even).toBeLessThanOrEqual(10);
      }
    });
    const writing = Array.from({ length: 40 }, (_, number) => store.create(sampleModel, sampleRecord(`w${number}`)));
    await Promise.all([...counting, ...writing]);
    expect(await totals()).toEqual([60, 10, 8, 50, 40]);
  });
});
