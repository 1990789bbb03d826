import pg from "pg";
import { beforeEach, describe, expect, it } from "vitest";
import type { ModelDescriptor } from "../../packages/runtime/src/model/model-descriptor.js";
import { UnavailableError } from "../../packages/store/dist/unavailable-error.js";
import type { Store } from "../../packages/store/src/store.js";
import type { WriteOutcome } from "../../packages/store/src/write-job.js";
import { openTestDatabase, type TestDatabase } from "./engines.js";
import { sampleModel, sampleRecord, type SampleOptions } from "./sample-model.js";

/** Longer than a test waits for writes that need not wait: one that waited for the lock would find it held. */
const PATIENCE = 20_000;

const otherModel: ModelDescriptor = {
  ...sampleModel,
  plural: "others",
  table: "sample_example_com_others",
  labelTable: "sample_example_com_others___labels",
  indexes: sampleModel.indexes.map((index) =>
    index.multi ? { ...index, table: index.table.replace("_samples___", "_others___") } : index,
  ),
};

const table = sampleModel.table;
const insertOne = `INSERT INTO ${table} (name, version, created_at, data, x_spec_code) VALUES ($1, 1, 1, '', $2)`;

interface Case {
  /** What another transaction has done and not committed. */
  readonly lock: string;
  readonly values?: readonly unknown[];
  readonly write: (store: Store) => Promise<WriteOutcome>;
}

const update = (name: string, options: SampleOptions = {}): ReturnType<typeof sampleRecord> =>
  sampleRecord(name, { ...options, version: 2 });

const cases: Readonly<Record<string, Case>> = {
  "an object, and an update of it": {
    lock: `SELECT 1 FROM ${table} WHERE name = 'n0' FOR UPDATE`,
    write: (store) => store.replace(sampleModel, update("n0"), 1),
  },
  "an object, and an update of what is unique": {
    lock: `SELECT 1 FROM ${table} WHERE name = 'n0' FOR KEY SHARE`,
    write: (store) => store.replace(sampleModel, update("n0", { values: { code: "new" } }), 1),
  },
  "an object, and its removal": {
    lock: `SELECT 1 FROM ${table} WHERE name = 'n0' FOR KEY SHARE`,
    write: (store) => store.remove(sampleModel, { name: "n0", expectedVersion: 1, last: Buffer.from("{}") }),
  },
  "the table": {
    lock: `LOCK TABLE ${table} IN SHARE MODE`,
    write: (store) => store.create(sampleModel, sampleRecord("fresh")),
  },
  "the table of labels": {
    lock: `LOCK TABLE ${sampleModel.labelTable} IN SHARE MODE`,
    write: (store) => store.remove(sampleModel, { name: "n0", expectedVersion: 1, last: Buffer.from("{}") }),
  },
  "a name": {
    lock: insertOne,
    values: ["fresh", "theirs"],
    write: (store) => store.create(sampleModel, sampleRecord("fresh")),
  },
  "a unique value": {
    lock: insertOne,
    values: ["theirs", "taken"],
    write: (store) => store.replace(sampleModel, update("n0", { values: { code: "taken" } }), 1),
  },
};

describe("locks that another transaction holds on PostgreSQL", () => {
  let database: TestDatabase;
  let store: Store;
  let other: pg.Client;

  const open = async (answerMilliseconds: number): Promise<void> => {
    const timeouts = { answerMilliseconds, listMilliseconds: PATIENCE };
    database = await openTestDatabase("postgresql", [sampleModel, otherModel], { timeouts });
    store = database.store;
    other = new pg.Client(database.url);
    await other.connect();
    for (const model of [sampleModel, otherModel]) {
      const names = Array.from({ length: 100 }, (_, place) => `n${place}`);
      await Promise.all(names.map((name) => store.create(model, sampleRecord(name))));
    }
  };

  const close = async (): Promise<void> => {
    await other.end();
    await database.close();
  };

  /** Writes of a model to objects that nobody has locked, one after another and many at once; waits until they are done. */
  const writeOthers = async (model: ModelDescriptor, version: number): Promise<void> => {
    const write = (place: number): Promise<WriteOutcome> =>
      store.replace(model, sampleRecord(`n${place}`, { version: version + 1 }), version);
    for (let place = 10; place < 15; place += 1) expect(await write(place)).toEqual({ revision: expect.any(Number) });
    const outcomes = await Promise.all(Array.from({ length: 70 }, (_, place) => write(20 + place)));
    for (const outcome of outcomes) expect(outcome).toEqual({ revision: expect.any(Number) });
  };

  /** Every revision once, in order. */
  const expectWholeLog = async (): Promise<void> => {
    const newest = await store.revision();
    const changes = await store.changesAfter(0, { changes: 10_000, bytes: 1e9 });
    expect(changes.map(({ revision }) => revision)).toEqual(Array.from({ length: newest }, (_, place) => place + 1));
  };

  describe.each(Object.entries(cases))("on %s", (_name, { lock, values = [], write }) => {
    beforeEach(async () => {
      await open(PATIENCE);
      return close;
    });

    it.each(["alone", "together with others"])("keep up only the write that needs them, %s", async (how) => {
      await other.query("BEGIN");
      await other.query(lock, [...values]);
      const state: { outcome?: WriteOutcome } = {};
      const waiting = write(store).then((outcome) => (state.outcome = outcome));
      if (how === "alone") await new Promise((resolve) => setTimeout(resolve, 100));
      await writeOthers(otherModel, 1);
      const isWhole = lock.startsWith("LOCK TABLE");
      if (!isWhole) await writeOthers(sampleModel, 1);
      expect(state.outcome).toBeUndefined();
      const before = await store.revision();
      await other.query("ROLLBACK");
      expect(await waiting).toEqual({ revision: before + 1 });
      await writeOthers(otherModel, 2);
      await writeOthers(sampleModel, isWhole ? 1 : 2);
      await expectWholeLog();
    });
  });

  describe("longer than a write may wait", () => {
    beforeEach(async () => {
      await open(3000);
      return close;
    });

    it("fail what needs them, and nothing else", async () => {
      await other.query(`BEGIN; SELECT 1 FROM ${table} WHERE name IN ('n0', 'n1', 'n2', 'n3') FOR UPDATE`);
      const writes = ["n0", "n1", "n2", "n3", "n0"].map((name) => store.replace(sampleModel, update(name), 1));
      const settled = Promise.allSettled(writes);
      await writeOthers(sampleModel, 1);
      for (const result of await settled) expect(result).toMatchObject({ reason: expect.any(UnavailableError) });
      expect(store.unavailable()).toBeUndefined();
      await writeOthers(otherModel, 1);
      await other.query("ROLLBACK");
      expect(await store.replace(sampleModel, update("n0"), 1)).toEqual({ revision: expect.any(Number) });
      await expectWholeLog();
    });

    it("do not add up where all objects are locked", async () => {
      await other.query(`BEGIN; SELECT 1 FROM ${table} FOR UPDATE`);
      const names = Array.from({ length: 100 }, (_, place) => `n${place}`);
      const state = { isSettled: false };
      const settled = Promise.allSettled(names.map((name) => store.replace(sampleModel, update(name), 1)));
      void settled.then(() => (state.isSettled = true));
      for (const name of ["a", "b", "c"]) {
        expect(await store.create(sampleModel, sampleRecord(name))).toEqual({ revision: expect.any(Number) });
      }
      expect(state.isSettled).toBe(false);
      await writeOthers(otherModel, 1);
      for (const result of await settled) expect(result).toMatchObject({ reason: expect.any(UnavailableError) });
      await other.query("ROLLBACK");
      await writeOthers(sampleModel, 1);
      await expectWholeLog();
    });
  });

  it("that end with what they did, refuse what came second", async () => {
    await open(PATIENCE);
    await other.query("BEGIN");
    await other.query(insertOne, ["fresh", "taken"]);
    const waiting = [
      store.create(sampleModel, sampleRecord("fresh")),
      store.create(sampleModel, sampleRecord("mine", { values: { code: "taken" } })),
    ];
    await writeOthers(otherModel, 1);
    await other.query("COMMIT");
    expect(await Promise.all(waiting)).toEqual([
      { refused: "name-taken" },
      { refused: "value-taken", index: "spec.code", value: "taken", owner: "fresh" },
    ]);
    await close();
  });
});
