import { setTimeout } from "node:timers/promises";
import { describe, expect, it, vi, type TestContext } from "vitest";
import { defaultSettings, type ChangeRetention } from "../../packages/store/src/store-settings.js";
import { engineNames, openTestDatabase, type TestDatabase } from "./engines.js";
import { execute } from "./execute.js";
import { sampleModel, sampleRecord } from "./sample-model.js";

type OnTestFinished = TestContext["onTestFinished"];

// Most of it waits for the store to trim its log, once a second or a few times within `milliseconds`. No change may get that old meanwhile.
describe.concurrent.each(engineNames)("the change log on %s", (engine) => {
  const open = async (onTestFinished: OnTestFinished, retention: Partial<ChangeRetention>): Promise<TestDatabase> => {
    const database = await openTestDatabase(engine, [sampleModel], {
      retention: { ...defaultSettings.retention, ...retention },
    });
    onTestFinished(() => database.close());
    return database;
  };

  it("knows nothing at first, and everything after", async ({ onTestFinished }) => {
    const { store } = await open(onTestFinished, { milliseconds: 60_000, changes: 100 });
    expect([await store.revision(), await store.oldestRevision()]).toEqual([0, 0]);
    for (const name of ["a", "b", "c"]) await store.create(sampleModel, sampleRecord(name));
    expect([await store.revision(), await store.oldestRevision()]).toEqual([3, 0]);
    expect(await store.changesAfter(3)).toEqual([]);
  });

  it("drops the oldest changes beyond a number", async ({ onTestFinished }) => {
    const { store } = await open(onTestFinished, { milliseconds: 12_000, changes: 3 });
    for (const name of ["a", "b", "c", "d", "e"]) await store.create(sampleModel, sampleRecord(name));
    await vi.waitFor(async () => expect(await store.oldestRevision()).toBe(2), { timeout: 30_000, interval: 50 });
    expect((await store.changesAfter(0)).map(({ revision }) => revision)).toEqual([3, 4, 5]);
  });

  it("is read up to a number of bytes, one change at least, previous states included", async ({ onTestFinished }) => {
    const { store } = await open(onTestFinished, {});
    const large = (name: string) => ({ ...sampleRecord(name), data: Buffer.from(JSON.stringify("x".repeat(400_000))) });
    for (const name of ["a", "b", "c", "d"]) await store.create(sampleModel, large(name));
    const limit = { changes: 10, bytes: 700_000 };
    expect((await store.changesAfter(0, limit)).map(({ revision }) => revision)).toEqual([1, 2]);
    expect((await store.changesAfter(2, { ...limit, bytes: 1 })).map(({ revision }) => revision)).toEqual([3]);
    const previous = Buffer.from(JSON.stringify("y".repeat(400_000)));
    await store.replace(sampleModel, { ...sampleRecord("a", { version: 2 }), previous }, 1);
    await store.replace(sampleModel, { ...sampleRecord("b", { version: 2 }), previous: new Uint8Array() }, 1);
    await store.remove(sampleModel, { name: "c", expectedVersion: 1, last: Buffer.from("{}") });
    expect((await store.changesAfter(3, limit)).map(({ revision }) => revision)).toEqual([4, 5]);
    const states = (await store.changesAfter(3)).map((change) => change.previous?.length ?? null);
    expect(states).toEqual([null, previous.length, 0, null]);
  });

  it.skipIf(engine === "sqlite memory")(
    "names the column that a database of an earlier release lacks",
    async ({ onTestFinished }) => {
      const database = await open(onTestFinished, {});
      await database.closeStores();
      await execute(database.url, "ALTER TABLE cmgen_changes DROP COLUMN mark");
      await expect(database.open()).rejects.toThrow(/cmgen_changes has no column "mark".*Run `cmgen generate`/);
    },
  );

  it("drops the oldest changes beyond a number of bytes", async ({ onTestFinished }) => {
    const { store } = await open(onTestFinished, { milliseconds: 12_000, bytes: 100_000 });
    const data = Buffer.from(JSON.stringify("x".repeat(30_000)));
    for (const name of ["a", "b", "c", "d", "e"]) await store.create(sampleModel, { ...sampleRecord(name), data });
    await vi.waitFor(async () => expect(await store.oldestRevision()).toBe(2), { timeout: 30_000, interval: 50 });
  });

  it("drops changes that are too old, all of them if need be", async ({ onTestFinished }) => {
    const { store } = await open(onTestFinished, { milliseconds: 10, changes: 100 });
    for (const name of ["a", "b"]) await store.create(sampleModel, sampleRecord(name));
    await vi.waitFor(async () => expect(await store.oldestRevision()).toBe(2), { timeout: 30_000, interval: 50 });
    expect(await store.changesAfter(0)).toEqual([]);
    expect(await store.create(sampleModel, sampleRecord("c"))).toEqual({ revision: 3 });
    expect((await store.changesAfter(2)).map(({ revision }) => revision)).toEqual([3]);
  });
});

describe("a wall clock that leaps", () => {
  it("drops no change", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 0 });
    const retention = { ...defaultSettings.retention, milliseconds: 4000 };
    const { store, close } = await openTestDatabase("sqlite memory", [sampleModel], { retention });
    await store.create(sampleModel, sampleRecord("a"));
    vi.useRealTimers();
    await setTimeout(1500);
    expect(await store.oldestRevision()).toBe(0);
    await close();
  });
});
