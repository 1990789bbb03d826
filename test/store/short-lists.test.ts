import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ListReader, type Page } from "../../packages/store/dist/sqlite/list-reader.js";
import { planList } from "../../packages/runtime/src/list/plan-list.js";
import { defaultTuning } from "../../packages/store/src/list-tuning.js";
import { openTestDatabase, type TestDatabase } from "./engines.js";
import { sampleModel, sampleRecord } from "./sample-model.js";

/** A list on the thread that serves is given up when it takes too long, and must leave nothing behind then. */
describe("a list that is tried", () => {
  let test: TestDatabase;
  let database: Database.Database;
  let reader: ListReader;

  beforeEach(async () => {
    test = await openTestDatabase("sqlite file", [sampleModel]);
    for (let number = 0; number < 40; number += 1) {
      const labels = { even: String(number % 2 === 0) };
      await test.store.create(
        sampleModel,
        sampleRecord(`n${number}`, { labels, values: { size: number, title: "a" } }),
      );
    }
    database = new Database(test.url.slice("file:".length), { readonly: true });
    reader = new ListReader(database, defaultTuning);
  });

  afterEach(async () => {
    database.close();
    await test.close();
  });

  const enough = 60_000;
  const tried = (query: string, milliseconds = enough): number | undefined =>
    itemsOf(reader.tryList(sampleModel, planList(sampleModel, new URLSearchParams(query)), milliseconds));

  const queries = [
    "page=1&size=100&total=none",
    "page=2&size=15&sort=spec.title,desc&sort=spec.size&total=none",
    "limit=100",
    "page=1&size=20&labelSelector=even=true&total=none",
    "page=1&size=20&fieldSelector=spec.size>=10&sort=spec.title,desc&total=none",
    "page=1&size=20&labelSelector=even!=true&fieldSelector=spec.title=a",
  ];

  it.each(queries)("answers %s in time, and not when there is none", (query) => {
    const items = tried(query);
    expect(items).toBeGreaterThan(14);
    expect(tried(query, -1)).toBeUndefined();
    expect(database.inTransaction).toBe(false);
    expect(tried(query)).toBe(items);
  });

  it("is not begun again from nothing: another thread is told what it selects", () => {
    const query = "page=1&size=20&labelSelector=even!=true&fieldSelector=spec.title=a";
    const plan = planList(sampleModel, new URLSearchParams(query));
    reader.list(sampleModel, plan);
    const known = reader.known(sampleModel, plan);
    expect(known?.count).toBe(20);
    // What a thread was told is not read again: a wrong selection gives a wrong answer.
    const told = new ListReader(database, defaultTuning);
    told.learn(sampleModel, plan, known && { ...known, count: 7 });
    expect(told.list(sampleModel, plan)).toMatchObject({ total: 7 });
  });

  it.each([1, 64, 65, 200])("knows its total after %d changes, of which half are of its objects", async (changes) => {
    const query = "page=1&size=5&labelSelector=even=true,!odd";
    const plan = planList(sampleModel, new URLSearchParams(query));
    const total = (): number | undefined => {
      const page = reader.tryList(sampleModel, plan, enough);
      return page === "large" ? undefined : page?.total;
    };
    expect([total(), total()]).toEqual([20, 20]);
    for (let number = 0; number < changes; number += 1) {
      const labels = { even: String(number % 2 === 0) };
      await test.store.create(
        sampleModel,
        sampleRecord(`m${number}`, { labels, values: { size: number, title: "b" } }),
      );
    }
    expect([total(), total()]).toEqual([20 + Math.ceil(changes / 2), 20 + Math.ceil(changes / 2)]);
  });
});

function itemsOf(page: Page | undefined): number | undefined {
  return page === undefined || page === "large" ? undefined : page.items.length;
}
