import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DiskBudget, ObjectReads } from "../../packages/store/dist/sqlite/object-reads.js";
import { openReader } from "../../packages/store/dist/sqlite/database.js";
import { defaultTuning } from "../../packages/store/src/list-tuning.js";
import { openTestDatabase, type TestDatabase } from "./engines.js";
import { sampleModel, sampleRecord } from "./sample-model.js";

describe("the time that the main thread may wait for the disk", () => {
  let now = 0;
  let diskReads = 0;
  const meter = { now: () => now, diskReads: () => diskReads };
  /** A read that takes some time, because of the disk if that is slow. */
  const taking = (milliseconds: number) => () => {
    now += milliseconds;
    if (milliseconds >= 1) diskReads += 1;
    return "read";
  };

  it("is 20 ms in a second: a budget that is used up is refilled at this rate", () => {
    const budget = new DiskBudget(meter);
    expect(budget.run(taking(30))).toEqual({ result: "read" });
    now += 450;
    expect(budget.run(taking(0))).toBeUndefined();
    now += 100;
    expect(budget.run(taking(0))).toEqual({ result: "read" });
  });

  it("is saved up for a second at most", () => {
    const budget = new DiskBudget(meter);
    now += 60_000;
    expect(budget.run(taking(25))).toEqual({ result: "read" });
    expect(budget.run(taking(0))).toBeUndefined();
  });

  it("is not used up by reads from a cache, however many", () => {
    const budget = new DiskBudget(meter);
    for (let read = 0; read < 1000; read += 1) expect(budget.run(taking(0.5))).toEqual({ result: "read" });
  });

  it("is not used up by reads that are slow because the machine is busy", () => {
    const budget = new DiskBudget(meter);
    const busy = () => {
      now += 30;
      return "read";
    };
    for (let read = 0; read < 10; read += 1) expect(budget.run(busy)).toEqual({ result: "read" });
  });

  it("is used up by a read that fails as well", () => {
    const budget = new DiskBudget(meter);
    const fail = () => {
      taking(30)();
      throw new Error("disk I/O error");
    };
    expect(() => budget.run(fail)).toThrow("disk I/O error");
    expect(budget.run(taking(0))).toBeUndefined();
  });
});

describe("reads by name on other threads", () => {
  let database: TestDatabase;
  let connection: ReturnType<typeof openReader>;
  let reads: ObjectReads;
  beforeEach(async () => {
    database = await openTestDatabase("sqlite file", [sampleModel]);
    connection = openReader(database.url.slice("file:".length));
    const worker = { file: connection.name, cacheKibibytes: 2048, busyMilliseconds: 10_000, tuning: defaultTuning };
    reads = new ObjectReads(connection, worker, { run: () => undefined });
  });
  afterEach(async () => {
    await reads.close();
    connection.close();
    await database.close();
  });

  it("return what the store returns, of every write that was acknowledged before", async () => {
    for (const name of ["a", "b", "c"]) {
      await database.store.create(sampleModel, sampleRecord(name));
      const read = await reads.read(sampleModel, name);
      const stored = await database.store.read(sampleModel, name);
      expect(read?.version).toBe(stored?.version);
      expect(Buffer.from(read?.data ?? [])).toEqual(Buffer.from(stored?.data ?? []));
    }
    expect(await reads.read(sampleModel, "missing")).toBeUndefined();
  });

  it("are answered in parallel by several threads", async () => {
    await database.store.create(sampleModel, sampleRecord("a"));
    const many = await Promise.all(Array.from({ length: 50 }, () => reads.read(sampleModel, "a")));
    expect(many.every((read) => read?.version === 1)).toBe(true);
  });
});
