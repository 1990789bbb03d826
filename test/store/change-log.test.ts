import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Store } from "../../packages/runtime/src/store/store.js";
import { engineNames, openTestDatabase, type TestDatabase } from "./engines.js";
import { sampleModel, sampleRecord } from "./sample-model.js";

describe.each(engineNames)("the change log on %s", (engine) => {
  let database: TestDatabase;
  let store: Store;

  const open = async (retention: { milliseconds: number; changes: number }): Promise<void> => {
    database = await openTestDatabase(engine, [sampleModel], { retention });
    store = database.store;
  };
  beforeEach(() => () => database.close());

  it("knows nothing at first, and everything after", async () => {
    await open({ milliseconds: 60_000, changes: 100 });
    expect([await store.revision(), await store.oldestRevision()]).toEqual([0, 0]);
    for (const name of ["a", "b", "c"]) await store.create(sampleModel, sampleRecord(name));
    expect([await store.revision(), await store.oldestRevision()]).toEqual([3, 0]);
    expect(await store.changesAfter(3, 10)).toEqual([]);
  });

  it("drops the oldest changes beyond a number", async () => {
    await open({ milliseconds: 4000, changes: 3 });
    for (const name of ["a", "b", "c", "d", "e"]) await store.create(sampleModel, sampleRecord(name));
    await vi.waitFor(async () => expect(await store.oldestRevision()).toBe(2), { timeout: 5000, interval: 50 });
    expect((await store.changesAfter(0, 10)).map(({ revision }) => revision)).toEqual([3, 4, 5]);
  });

  it("drops changes that are too old, all of them if need be", async () => {
    await open({ milliseconds: 10, changes: 100 });
    for (const name of ["a", "b"]) await store.create(sampleModel, sampleRecord(name));
    await vi.waitFor(async () => expect(await store.oldestRevision()).toBe(2), { timeout: 5000, interval: 50 });
    expect(await store.changesAfter(0, 10)).toEqual([]);
    expect(await store.create(sampleModel, sampleRecord("c"))).toEqual({ revision: 3 });
    expect((await store.changesAfter(2, 10)).map(({ revision }) => revision)).toEqual([3]);
  });
});
