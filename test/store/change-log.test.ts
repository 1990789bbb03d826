import { setTimeout } from "node:timers/promises";
import { describe, expect, it, vi, type TestContext } from "vitest";
import { defaultSettings, type ChangeRetention } from "../../packages/store/src/store-settings.js";
import type { ChangeOrigin } from "../../packages/store/src/store.js";
import { engineNames, openTestDatabase, type TestDatabase } from "./engines.js";
import { execute } from "./execute.js";
import { sampleModel, sampleRecord } from "./sample-model.js";

type OnTestFinished = TestContext["onTestFinished"];

/** How often a log is trimmed here. Most of it waits for that, and no change may get as old as `milliseconds` meanwhile. */
const trimMilliseconds = 50;

describe.concurrent.each(engineNames)("the change log on %s", (engine) => {
  const open = async (onTestFinished: OnTestFinished, retention: Partial<ChangeRetention>): Promise<TestDatabase> => {
    const database = await openTestDatabase(engine, [sampleModel], {
      retention: { ...defaultSettings.retention, ...retention },
      trimMilliseconds,
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
    const { store } = await open(onTestFinished, { milliseconds: 60_000, changes: 3 });
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
      await execute(database.url, "ALTER TABLE cmgen_changes DROP COLUMN address");
      await expect(database.open()).rejects.toThrow(/cmgen_changes has no column "address".*Run `cmgen generate`/);
    },
  );

  it("keeps who wrote, alone and together with others, and null where nobody is named", async ({ onTestFinished }) => {
    const { store } = await open(onTestFinished, {});
    const by = (actor: string, more: Partial<ChangeOrigin> = {}): ChangeOrigin => ({ actor, verb: "create", ...more });
    const origins: (ChangeOrigin | undefined)[] = [
      by("ann", { requestId: "r-1", address: "192.0.2.1" }),
      by("bob", { requestId: "r-2" }),
      undefined,
      by("ann'\"\\,{}NULL", { address: "2001:db8::1", verb: "POST /apis/a.b/v1/x/{name}" }),
    ];
    const names = ["a", "b", "c", "d"];
    const create = (name: string, origin: ChangeOrigin | undefined) =>
      store.create(sampleModel, { ...sampleRecord(name), origin });
    await create("first", origins[0]);
    await Promise.all(names.map((name, place) => create(name, origins[place])));
    const [replaced, removed] = [by("eve", { verb: "update" }), by("max", { verb: "delete" })];
    const next = { ...sampleRecord("a", { version: 2 }), origin: replaced };
    const removal = { name: "b", expectedVersion: 1, last: Buffer.from("{}"), origin: removed };
    await Promise.all([store.replace(sampleModel, next, 1), store.remove(sampleModel, removal)]);
    await store.replace(sampleModel, { ...next, version: 3 }, 2);
    await store.remove(sampleModel, { ...removal, name: "c", origin: undefined });
    const logged = await store.changesAfter(0);
    const written = new Map(
      logged.map(({ type, name, revision, origin }) => [`${type} ${name} ${revision > 7}`, origin]),
    );
    expect(Object.fromEntries(written)).toEqual({
      "ADDED first false": origins[0],
      "ADDED a false": origins[0],
      "ADDED b false": origins[1],
      "ADDED c false": null,
      "ADDED d false": origins[3],
      "MODIFIED a false": replaced,
      "DELETED b false": removed,
      "MODIFIED a true": replaced,
      "DELETED c true": null,
    });
    const now = Date.now();
    expect(logged.every(({ at }) => Math.abs(now - at) < 600_000)).toBe(true);
  });

  it("drops the oldest changes beyond a number of bytes", async ({ onTestFinished }) => {
    const { store } = await open(onTestFinished, { milliseconds: 60_000, bytes: 100_000 });
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
    const retention = { ...defaultSettings.retention, milliseconds: 60_000 };
    const { store, close } = await openTestDatabase("sqlite memory", [sampleModel], { retention, trimMilliseconds });
    await store.create(sampleModel, sampleRecord("a"));
    vi.useRealTimers();
    await setTimeout(5 * trimMilliseconds);
    expect(await store.oldestRevision()).toBe(0);
    await close();
  });
});
