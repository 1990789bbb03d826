import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ObjectRecord } from "../../packages/store/src/store.js";
import type { WriteOutcome } from "../../packages/store/src/write-job.js";
import { openTestDatabase, type TestDatabase } from "./engines.js";
import { sampleModel, sampleRecord } from "./sample-model.js";

/** Whole numbers below `bound` that look random, the same in each run. */
function numbers(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % bound;
  };
}

/** A record one of whose unique values may be another's. `few` of them have names that others have, too, and are large now and then. */
function someRecord(draw: (bound: number) => number, few: boolean): ObjectRecord {
  const name = `n${draw(few ? 60 : 100_000_000)}-'"\\é`;
  const list = (prefix: string): string[] => [
    ...new Set(Array.from({ length: draw(4) }, () => `${prefix}${draw(9)},"\\`)),
  ];
  const record = sampleRecord(name, {
    createdAt: draw(1000),
    deletedAt: draw(5) === 0 ? draw(1000) : null,
    labels: Object.fromEntries(list("l").map((key) => [key, `v${draw(3)}`])),
    values: {
      ...(draw(3) > 0 && { code: `c${draw(80)}` }),
      ...(draw(2) > 0 && { serial: 2n ** 62n - BigInt(draw(9)), weight: draw(100) / 7, done: draw(2) === 1 }),
      tags: list("t"),
      marks: [draw(5)],
      // A value twice in this index ends the whole statement, and each write is tried again alone: so it is rare.
      ...(few && draw(9) === 0 && { keys: [`k${draw(400)}`] }),
    },
  });
  return few && draw(8) === 0 ? { ...record, data: Buffer.alloc(300_000 + draw(9), record.data) } : record;
}

/** The revision of a write that was done. */
function revisionOf(outcome: WriteOutcome | undefined): number | undefined {
  return outcome?.refused === undefined ? outcome?.revision : undefined;
}

/** Every row that the database has of the objects, without the ids, which are given in no order. */
async function rowsOf({ url }: TestDatabase): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const all: Record<string, unknown> = {};
  const { table, labelTable, indexes } = sampleModel;
  const copies = [labelTable, ...indexes.flatMap((index) => (index.multi ? [index.table] : []))];
  const joined = (copy: string): string =>
    `SELECT o.name, to_jsonb(c) - 'object_id' AS row FROM "${copy}" AS c JOIN "${table}" AS o ON o.id = c.object_id ORDER BY 1, 2`;
  const queries = [
    `SELECT to_jsonb(o) - 'id' AS row FROM "${table}" AS o ORDER BY name`,
    ...copies.map(joined),
    `SELECT to_jsonb(c) - 'at' - 'object_id' - 'mark' AS row, object_id = (SELECT id FROM "${table}" AS o WHERE o.name = c.name) AS known
     FROM cmgen_changes AS c ORDER BY revision`,
    "SELECT revision FROM cmgen_revision",
  ];
  for (const query of queries) all[query] = (await client.query(query)).rows;
  await client.end();
  return all;
}

describe("creates at the same time, on PostgreSQL", () => {
  const opened: TestDatabase[] = [];
  const open = async (): Promise<TestDatabase> => {
    const database = await openTestDatabase("postgresql", [sampleModel]);
    opened.push(database);
    return database;
  };
  let together: TestDatabase;
  beforeEach(async () => void (together = await open()));
  afterEach(() => Promise.all(opened.splice(0).map((database) => database.close())));

  it.each([
    { names: "few", few: true },
    { names: "many", few: false },
  ])("leave what the same creates leave one after another, under $names names", async ({ few }) => {
    const draw = numbers(7);
    const records = Array.from({ length: 150 }, () => someRecord(draw, few));
    const outcomes = await Promise.all(records.map((record) => together.store.create(sampleModel, record)));
    const stored = records
      .map((record, place) => ({ record, revision: revisionOf(outcomes[place]) ?? 0 }))
      .filter(({ revision }) => revision > 0)
      .toSorted((left, right) => left.revision - right.revision);
    expect(stored.map(({ revision }) => revision)).toEqual(stored.map((_, place) => place + 1));
    expect(stored.length).toBeGreaterThan(30);
    const alone = await open();
    for (const { record } of stored) expect((await alone.store.create(sampleModel, record)).refused).toBeUndefined();
    expect(await rowsOf(together)).toEqual(await rowsOf(alone));
    // What was refused still is, though perhaps for another reason: its name may have been taken meanwhile.
    for (const [place, record] of records.entries()) {
      if (outcomes[place]?.refused === undefined) continue;
      expect((await alone.store.create(sampleModel, record)).refused, record.name).toBeDefined();
    }
  });

  it("are logged after what they wait for, beside writes of other sorts", async () => {
    const first = await together.store.create(sampleModel, sampleRecord("old"));
    expect(revisionOf(first)).toBe(1);
    const removal = { name: "old", expectedVersion: 1, last: Buffer.from("{}") };
    const outcomes: readonly WriteOutcome[] = await Promise.all([
      together.store.create(sampleModel, sampleRecord("a")),
      together.store.create(sampleModel, sampleRecord("b")),
      together.store.remove(sampleModel, removal),
      together.store.create(sampleModel, sampleRecord("old")),
      together.store.create(sampleModel, sampleRecord("c")),
      together.store.create(sampleModel, sampleRecord("c")),
    ]);
    expect(outcomes.map((outcome) => revisionOf(outcome) ?? outcome.refused)).toEqual([
      2,
      3,
      4,
      "name-was-used",
      5,
      "name-taken",
    ]);
    const changes = await together.store.changesAfter(1);
    expect(changes.map(({ type, name }) => `${type} ${name}`)).toEqual([
      "ADDED a",
      "ADDED b",
      "DELETED old",
      "ADDED c",
    ]);
  });

  it("do not take a value that is given up after them, in the same tick", async () => {
    const owner = sampleRecord("owner", { values: { keys: ["k"] } });
    expect(revisionOf(await together.store.create(sampleModel, owner))).toBe(1);
    const taker = sampleRecord("taker", { values: { keys: ["k"] } });
    const last = Buffer.from("{}");
    const made = (): Promise<WriteOutcome> => together.store.create(sampleModel, taker);
    const removed = (name: string): Promise<WriteOutcome> =>
      together.store.remove(sampleModel, { name, expectedVersion: 1, last });
    const outcomesOf = async (writes: readonly Promise<WriteOutcome>[]): Promise<unknown> =>
      (await Promise.all(writes)).map((outcome) => revisionOf(outcome) ?? outcome.refused);
    expect(await outcomesOf([made(), removed("taker")])).toEqual(["value-taken", "not-found"]);
    expect(await outcomesOf([made(), removed("owner")])).toEqual(["value-taken", 2]);
    expect(await outcomesOf([made(), removed("taker"), made()])).toEqual([3, 4, "name-was-used"]);
  });

  it("of several processes are each logged under the revision that they were answered with", async () => {
    const stores = [together.store, await together.open(), await together.open()];
    const creating = stores.flatMap((store, place) =>
      Array.from({ length: 120 }, async (_, number) => {
        const name = `p${place}-${number}`;
        return `${revisionOf(await store.create(sampleModel, sampleRecord(name)))} ${name}`;
      }),
    );
    const answered = await Promise.all(creating);
    const logged = (await together.store.changesAfter(0)).map(({ revision, name }) => `${revision} ${name}`);
    expect(logged.map((line) => Number.parseInt(line, 10))).toEqual(logged.map((_, place) => place + 1));
    expect(answered.toSorted()).toEqual(logged.toSorted());
  });
});
