import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ListReader } from "../../packages/store/dist/sqlite/list-reader.js";
import { planList } from "../../packages/runtime/src/list/plan-list.js";
import { defaultTuning } from "../../packages/store/src/list-tuning.js";
import { emptyIdSet } from "../../packages/store/src/sql/id-set.js";
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
    reader = new ListReader(database, defaultTuning, { isTimed: true });
  });

  afterEach(async () => {
    database.close();
    await test.close();
  });

  const enough = { effort: Infinity, milliseconds: 60_000 };
  const tried = (query: string, budget = enough): number | undefined =>
    reader.tryList(sampleModel, planList(sampleModel, new URLSearchParams(query)), budget)?.items.length;

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
    expect(tried(query, { effort: Infinity, milliseconds: -1 })).toBeUndefined();
    expect(database.inTransaction).toBe(false);
    expect(tried(query)).toBe(items);
  });

  it("does not look at the clock where it reads few rows of an index, or those of a small table", () => {
    const none = { effort: Infinity, milliseconds: -1 };
    const ofIndex = [
      "page=2&size=15&total=none",
      "limit=20",
      "limit=20&fieldSelector=spec.size>=10&sort=spec.size,desc",
      "limit=20&fieldSelector=spec.title^=a&sort=spec.title,asc",
    ];
    expect(ofIndex.map((query) => tried(query, none))).toEqual([15, 20, 20, 20]);
    const others = [
      "page=60&size=40&total=none",
      // The index has no titles: objects are read to sort.
      "page=1&size=20&sort=spec.size,asc&sort=spec.title&total=none",
      // With two bounds on one side SQLite may seek the wrong one.
      "limit=20&fieldSelector=spec.size<=35,spec.size<=38&sort=spec.size,desc",
    ];
    expect(others.map((query) => tried(query, none))).toEqual([undefined, undefined, undefined]);
    // As every index, that of a unique field ends in the id.
    expect(tried("page=1&size=20&sort=spec.code&total=none", none)).toBe(20);
    // A count finds out how small the table is.
    expect(tried("page=1&size=1")).toBe(1);
    expect(others.map((query) => tried(query, none))).toEqual([0, undefined, 20]);
  });

  it.each(queries)("gives %s up before a statement that would be too much", (query) => {
    expect(tried(query, { effort: 0, milliseconds: 60_000 })).toBeUndefined();
    expect(database.inTransaction).toBe(false);
  });

  it.each([
    { look: "reaches the end of the order", firstGlance: 256, isSelected: false },
    { look: "is given up", firstGlance: 4, isSelected: true },
  ])("finds out what is selected or not when its look $look", ({ firstGlance, isSelected }) => {
    const looking = new ListReader(database, { ...defaultTuning, firstGlance });
    const query = "page=1&size=5&total=none&labelSelector=even=true,even!=true";
    const plan = planList(sampleModel, new URLSearchParams(query));
    expect(looking.list(sampleModel, plan).items).toEqual([]);
    expect(looking.known(sampleModel, plan).length > 0).toBe(isSelected);
  });

  it("is not begun again from nothing: another thread is told what its filters match, as far as that was read", () => {
    const broad = { ...defaultTuning, probeLimit: 5 };
    const query = "page=1&size=20&labelSelector=even!=true&fieldSelector=spec.title=a";
    const plan = planList(sampleModel, new URLSearchParams(query));
    const trying = new ListReader(database, broad, { isTimed: true });
    let effort = 0;
    while (trying.known(sampleModel, plan).length === 0) {
      expect(trying.tryList(sampleModel, plan, { effort, milliseconds: 60_000 })).toBeUndefined();
      effort += 1;
    }
    const [known, ...others] = trying.known(sampleModel, plan);
    expect(others).toEqual([]);
    expect(known?.selection.count).toBe(40);
    const other = new ListReader(database, broad);
    expect(other.list(sampleModel, plan).total).toBe(20);
    // What a thread was told is not read again: a wrong selection gives a wrong answer.
    const told = new ListReader(database, broad);
    if (known !== undefined) told.memory.learn([{ ...known, selection: { ...known.selection, ids: emptyIdSet } }]);
    expect(told.list(sampleModel, plan).total).toBe(0);
  });

  it.each([1, 64, 65, 200])("knows its total after %d changes, of which half are of its objects", async (changes) => {
    const query = "page=1&size=5&labelSelector=even=true,!odd";
    const plan = planList(sampleModel, new URLSearchParams(query));
    const total = (): number | undefined => reader.tryList(sampleModel, plan, enough)?.total;
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

  it("is not tried with many filters", () => {
    const terms = Array.from({ length: 7 }, (_, value) => `spec.size!=${value}`);
    expect(tried(`page=1&size=20&total=none&fieldSelector=${terms.slice(1).join()}`)).toBe(20);
    expect(tried(`page=1&size=20&total=none&fieldSelector=${terms.join()}`)).toBeUndefined();
  });

  it("is not tried for a while after its kind was slow twice", () => {
    const query = "page=1&size=100&total=none";
    const none = { effort: Infinity, milliseconds: -1 };
    expect(tried(query, none)).toBeUndefined();
    expect(tried(query)).toBe(40);
    expect([tried(query, none), tried(query, none)]).toEqual([undefined, undefined]);
    expect(tried(query)).toBeUndefined();
    expect(tried("page=1&size=20&total=none&sort=spec.size")).toBe(20);
  });
});
