import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ObjectReads } from "../../packages/store/dist/sqlite/object-reads.js";
import { openReader } from "../../packages/store/dist/sqlite/database.js";
import { defaultTuning } from "../../packages/store/src/list-tuning.js";
import { openTestDatabase, type TestDatabase } from "./engines.js";
import { sampleModel, sampleRecord } from "./sample-model.js";

describe("reads by name, once one has waited for the disk,", () => {
  let database: TestDatabase;
  let connection: ReturnType<typeof openReader>;
  let reads: ObjectReads;
  let diskReads = 0;
  /** Reads an object as if the disk took its time. */
  const readSlowly = async (fromDisk: boolean): Promise<void> => {
    const now = performance.now();
    const clock = vi
      .spyOn(performance, "now")
      .mockReturnValueOnce(now)
      .mockReturnValue(now + 30_000);
    if (fromDisk) diskReads += 1;
    await reads.read(sampleModel, "a");
    clock.mockRestore();
  };
  /** Whether objects are still read on this thread: it reads on a connection that can be closed. */
  const readsHere = (): boolean => {
    const get = vi.spyOn(Object.getPrototypeOf(connection.prepare("SELECT 1")), "get");
    void reads.read(sampleModel, "a").catch(() => undefined);
    const { length } = get.mock.calls;
    get.mockRestore();
    return length > 0;
  };
  beforeEach(async () => {
    database = await openTestDatabase("sqlite file", [sampleModel]);
    connection = openReader(database.url.slice("file:".length));
    const worker = { file: connection.name, cacheKibibytes: 2048, busyMilliseconds: 10_000, tuning: defaultTuning };
    reads = new ObjectReads(connection, worker, () => diskReads);
    await readSlowly(true);
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

  it("are left to other threads for a while, and not if the machine was busy", async () => {
    expect(readsHere()).toBe(false);
    const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 30_000 * 52);
    expect(readsHere()).toBe(true);
    clock.mockRestore();
    const worker = { file: connection.name, cacheKibibytes: 2048, busyMilliseconds: 10_000, tuning: defaultTuning };
    await reads.close();
    reads = new ObjectReads(connection, worker, () => diskReads);
    await readSlowly(false);
    expect(readsHere()).toBe(true);
  });

  it("are answered in parallel by several threads", async () => {
    await database.store.create(sampleModel, sampleRecord("a"));
    const many = await Promise.all(Array.from({ length: 50 }, () => reads.read(sampleModel, "a")));
    expect(many.every((read) => read?.version === 1)).toBe(true);
  });
});
