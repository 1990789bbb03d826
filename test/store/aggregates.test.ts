import { STORABLE_TEXT_PATTERN } from "@cmgen/model/internal";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { planAggregate } from "../../packages/runtime/dist/list/plan-aggregate.js";
import { planList, type Visibility } from "../../packages/runtime/dist/list/plan-list.js";
import { aggregateObjects, type AnyGroup } from "../../packages/runtime/dist/resource/aggregate-objects.js";
import { ReaderPool } from "../../packages/store/dist/sqlite/reader-pool.js";
import { defaultTuning } from "../../packages/store/src/list-tuning.js";
import { defaultSettings } from "../../packages/store/src/store-settings.js";
import type { ObjectRecord } from "../../packages/store/src/store.js";
import { text } from "../server/fuzz/hostile-values.js";
import { engineNames, openTestDatabase, type TestDatabase } from "./engines.js";
import { type Expected, type ExpectedGroup, expectedGroups, type GroupQuestion, TOO_LARGE } from "./expected-groups.js";
import { Oracle, type Question } from "./oracle.js";
import { type Pools, queryOf, randomQuestion, randomRecord } from "./random-samples.js";
import { sampleModel, sampleRecord } from "./sample-model.js";
import { randomCases } from "../tier.js";

const RUNS = Number(process.env["CMGEN_AGGREGATE_RUNS"] ?? randomCases(200));
const SEED = 20261126;

const storable = new RegExp(STORABLE_TEXT_PATTERN, "u");
const hostile = [...new Set(fc.sample(text, { numRuns: 80, seed: SEED }))].filter((each) => storable.test(each));
const day = 86_400_000;
const monthsOf = (year: number): readonly number[] => Array.from({ length: 12 }, (_, month) => Date.UTC(year, month));
/** The last and the first millisecond around ends of months, of leap years, and of the calendar. */
const instants = [
  ...[1900, 2000, 2023, 2024].flatMap(monthsOf),
  ...["0000-01-01", "0000-03-01", "0001-01-01", "1970-01-01", "2024-02-29", "2030-12-31", "9999-12-31"].map(Date.parse),
].flatMap((instant) => [instant - 1, instant]);
/** With other time zones, timestamps of the first and of the last year are in others. */
const beyond = [Date.UTC(9999, 11, 31) + day, Date.UTC(9999, 11, 31) + 2 * day - 1, Date.parse("0000-01-01") - day];
const OBJECTS = instants.length + 60;
const beyondSafe = 2n ** 53n;

const pools: Pools = {
  "metadata.name": Array.from({ length: OBJECTS }, (_, place) => `n${place}`),
  "metadata.creationTimestamp": instants.filter((instant) => instant >= 0 && instant < Date.UTC(9999)),
  "metadata.deletionTimestamp": [5000, 6000],
  "spec.title": [...new Set(["", "a", "ab", "é", "\uFFFD", "\u{1F600}", "x,y", 'q"(', " pad ", ...hostile])],
  "spec.size": [-1, 0, 1, 2, 2, 2, 10, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER],
  "spec.serial": [
    0,
    7,
    -7,
    beyondSafe + 1n,
    -beyondSafe - 1n,
    2n ** 63n - 1n,
    2n ** 63n - 2n,
    -(2n ** 63n),
    2n ** 31n,
    -(2n ** 32n),
  ],
  "spec.weight": [-1.5, 0, 0.1, 0.2, 1e300, -1e300, 5e-324],
  "spec.done": [true, false],
  "spec.due": [...instants, ...beyond, ...beyond],
  "spec.tags": ["t1", "t2", "t3", ...hostile.slice(0, 3)],
  "spec.marks": [1, 2, 30],
};
/** Selectors are written in texts, which have no years before 0 and after 9999. */
const asked: Pools = { ...pools, "spec.due": instants.filter((instant) => instant >= Date.parse("0000-01-01")) };

const single = ["metadata.name", "spec.title", "spec.size", "spec.serial", "spec.weight", "spec.done", "spec.due"];
const numeric = ["spec.size", "spec.serial", "spec.weight"];
const ordered = [...single.filter((field) => field !== "spec.done"), "metadata.creationTimestamp"];
const periods = ["spec.due", "metadata.creationTimestamp", "metadata.deletionTimestamp"];

/** Of the indexes with several values an aggregate is grouped by one at most. */
const several = new Set(["spec.tags", "spec.marks"]);

const key: fc.Arbitrary<GroupQuestion["groupBy"][number]> = fc.oneof(
  fc.record({
    field: fc.constantFrom(...single, "spec.tags", "spec.marks", "metadata.deletionTimestamp"),
    by: fc.constant("value" as const),
  }),
  fc.record({ field: fc.constantFrom(...periods), by: fc.constantFrom("day" as const, "month" as const) }),
);
const measure = fc.oneof(
  fc.record({ of: fc.constantFrom("sum" as const, "avg" as const), field: fc.constantFrom(...numeric) }),
  fc.record({ of: fc.constantFrom("min" as const, "max" as const), field: fc.constantFrom(...ordered) }),
  fc.record({ of: fc.constant("distinct" as const), field: fc.constantFrom(...single) }),
);
const groupQuestion: fc.Arbitrary<GroupQuestion> = fc.record({
  groupBy: fc
    .uniqueArray(key, { maxLength: 3, selector: ({ field, by }) => `${field} ${by}` })
    .filter((keys) => keys.filter(({ field }) => several.has(field)).length < 2),
  measures: fc.uniqueArray(measure, { maxLength: 4, selector: ({ field, of }) => `${field} ${of}` }),
});

/** A rule without terms is one of all objects, and has no alternatives. */
const rowRule = randomQuestion(asked).filter(({ fields, labels }) => fields.length + labels.length > 0);

/** What is selected, and what row rules let a caller see: the alternatives of which an object must match one. */
const selection = fc.record({
  question: randomQuestion(asked),
  rows: fc.option(fc.array(rowRule, { minLength: 1, maxLength: 3 }), { nil: undefined }),
});

/** Each instant is that of an object; others have any, or none. */
const records: readonly ObjectRecord[] = fc
  .sample(randomRecord(pools), { numRuns: OBJECTS, seed: SEED })
  .map((record, place) => {
    const due = instants[place];
    const own = due === undefined ? [] : [["spec.due", [due]] as const];
    return { ...record, name: `n${place}`, version: 1, indexValues: new Map([...record.indexValues, ...own]) };
  });

const oracle = new Oracle();
for (const record of records) oracle.create(record);

/** Names of the objects that a caller sees of those that are selected. */
function selected(question: Question, rows: readonly Question[] | undefined): ReadonlySet<string> {
  const found = oracle.list(question);
  if (rows === undefined) return new Set(found);
  const visible = new Set(rows.flatMap((row) => oracle.list(row)));
  return new Set(found.filter((name) => visible.has(name)));
}

function visibilityOf(rows: readonly Question[] | undefined): Visibility | undefined {
  if (rows === undefined) return undefined;
  const termsOf = (row: Question): ReturnType<typeof planList> =>
    planList(sampleModel, new URLSearchParams(queryOf(row)));
  const alternatives = rows.map((row) => {
    const { fields, labels } = termsOf({ ...row, sort: [] });
    return { fields, labels };
  });
  return { rows: alternatives, whereIndexIsShown: () => undefined, whereLabelIsShown: () => undefined, key: "" };
}

function aggregateQuery(question: Question, { groupBy, measures }: GroupQuestion): URLSearchParams {
  const query = new URLSearchParams(queryOf({ ...question, sort: [] }));
  query.delete("sort");
  query.append("aggregate", ["count", ...measures.map(({ of, field }) => `${of}(${field})`)].join(","));
  for (const { field, by } of groupBy) query.append("groupBy", by === "value" ? field : `${by}(${field})`);
  return query;
}

describe.each(engineNames)("counts and sums on %s", (engine) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await openTestDatabase(engine, [sampleModel]);
    for (const record of records) await database.store.create(sampleModel, record);
  });
  afterAll(() => database.close());

  async function aggregate(query: URLSearchParams, visibility?: Visibility): Promise<readonly AnyGroup[]> {
    const plan = planAggregate(sampleModel, query, { visibility });
    const source = { store: database.store, model: sampleModel, view: { model: sampleModel } };
    return (await aggregateObjects(source, plan)).groups;
  }

  it("are those that a plain scan finds", { timeout: 600_000 }, async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(selection, groupQuestion, async ({ question, rows }, groups) => {
        const seen = selected(question, rows);
        const expected = expectedGroups(
          records.filter(({ name }) => seen.has(name)),
          groups,
        );
        const answer = aggregate(aggregateQuery(question, groups), visibilityOf(rows));
        if (expected === TOO_LARGE) {
          await expect(answer).rejects.toMatchObject({ code: "InvalidQuery", errors: [{ path: "aggregate" }] });
          return;
        }
        compared += expected.length;
        expectGroups(await answer, expected);
      }),
      { numRuns: RUNS, seed: SEED },
    );
    // Selectors that select nothing would show nothing.
    expect(compared).toBeGreaterThan(RUNS * 5);
  });

  it("are of the groups alone that are asked for, of an index with several values", async () => {
    const tags = fc.subarray(pools["spec.tags"] as string[], { minLength: 1 });
    const groupBy = [{ field: "spec.tags", by: "value" }] as const;
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(selection, tags, async ({ question, rows }, among) => {
        const seen = selected(question, rows);
        const all = expectedGroups(
          records.filter(({ name }) => seen.has(name)),
          { groupBy, measures: [] },
        );
        const expected = Array.from(all as readonly ExpectedGroup[]).filter(({ by }) =>
          among.includes(String(by["spec.tags"])),
        );
        const query = aggregateQuery(question, { groupBy, measures: [] });
        const plan = planAggregate(sampleModel, query, { visibility: visibilityOf(rows) });
        const groups = plan.groups.map((group) => ({ ...group, among }));
        const answer = await database.store.aggregate(sampleModel, { ...plan, groups, limit: among.length });
        expect(answer.hasMore).toBe(false);
        expect(answer.rows.map(({ keys, count }) => [keys, count])).toEqual(
          expected.map(({ by, count }) => [[by["spec.tags"]], count]),
        );
        compared += expected.length;
      }),
      { numRuns: RUNS / 2, seed: SEED },
    );
    expect(compared).toBeGreaterThan(RUNS / 4);
  });

  it("answer at most so many groups", async () => {
    const plan = {
      ...planAggregate(sampleModel, new URLSearchParams("aggregate=count&groupBy=metadata.name")),
      limit: 9,
    };
    expect(await database.store.aggregate(sampleModel, plan)).toMatchObject({ hasMore: true, rows: { length: 9 } });
    const all = { ...plan, limit: OBJECTS };
    expect(await database.store.aggregate(sampleModel, all)).toMatchObject({
      hasMore: false,
      rows: { length: OBJECTS },
    });
    const source = { store: database.store, model: sampleModel, view: { model: sampleModel } };
    await expect(aggregateObjects(source, plan)).rejects.toMatchObject({
      code: "InvalidQuery",
      errors: [{ path: "groupBy", message: expect.stringContaining("more than 9 groups") as string }],
    });
  });

  it("are grouped by one index with several values", async () => {
    const groups = aggregate(new URLSearchParams("aggregate=count&groupBy=spec.tags,spec.marks,spec.title"));
    await expect(groups).rejects.toThrow(
      "may name one index that has several values, and not spec.tags and spec.marks",
    );
  });

  it("refuse a sum that no number can hold", async () => {
    const large = { name: "large", values: { weight: Number.MAX_VALUE, title: "large" } };
    const names = ["large-1", "large-2"];
    for (const name of names) await database.store.create(sampleModel, sampleRecord(name, large));
    const only = "fieldSelector=spec.title=large";
    for (const of of ["sum", "avg"])
      await expect(aggregate(new URLSearchParams(`aggregate=${of}(spec.weight)&${only}`))).rejects.toMatchObject({
        code: "InvalidQuery",
        message: expect.stringContaining("beyond the range of a number") as string,
      });
    const [group] = await aggregate(new URLSearchParams(`aggregate=max(spec.weight)&${only}`));
    expect(group?.max).toEqual({ "spec.weight": Number.MAX_VALUE });
    for (const name of names)
      await database.store.remove(sampleModel, { name, expectedVersion: 1, last: Buffer.from("{}") });
  });
});

it("are the same on a reader thread of SQLite", async () => {
  const database = await openTestDatabase("sqlite file", [sampleModel]);
  for (const record of records) await database.store.create(sampleModel, record);
  const worker = {
    file: database.url.slice("file:".length),
    cacheKibibytes: 1024,
    busyMilliseconds: 1000,
    tuning: defaultTuning,
  };
  const { group, plural, table, labelTable } = sampleModel;
  const tables = { group, plural, table, labelTable };
  const pool = new ReaderPool({ ...defaultSettings, tuning: defaultTuning, worker });
  for (const query of ["aggregate=sum(spec.serial)&groupBy=spec.tags", "aggregate=avg(spec.size),max(spec.due)"]) {
    const plan = planAggregate(sampleModel, new URLSearchParams(query));
    expect(await pool.aggregate({ tables, plan })).toEqual(await database.store.aggregate(sampleModel, plan));
  }
  await pool.close();
  await database.close();
});

/** Like `toEqual`, but for sums and averages of floating-point numbers, which depend on the order in which they are added. */
function expectGroups(answered: readonly AnyGroup[], expected: readonly ExpectedGroup[]): void {
  expect(answered.map(rounded(expected))).toEqual(expected.map(rounded(expected)));
}

function rounded(expected: readonly ExpectedGroup[]) {
  return (group: AnyGroup | ExpectedGroup, place: number): unknown =>
    Object.fromEntries(
      Object.entries(group).map(([part, values]: [string, unknown]) => [
        part,
        typeof values === "number" ? values : near(values as Values, expected[place]?.[part] as Values | undefined),
      ]),
    );
}

type Values = Readonly<Record<string, Expected>>;

/** Values as they are, and "near" in the place of those that are near enough to what is expected. */
function near(values: Values, expected: Values = {}): Values {
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => {
      const wanted = expected[field];
      if (typeof wanted !== "object" || wanted === null) return [field, value];
      const number = typeof value === "object" && value !== null ? value.near : Number(value);
      return [field, value !== null && Math.abs(number - wanted.near) <= wanted.within ? "near" : value];
    }),
  );
}
