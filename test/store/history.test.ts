import { describe, expect, it, type TestContext } from "vitest";
import type { ChangeOrigin, HistoryEntry } from "../../packages/store/src/store.js";
import { engineNames, openTestDatabase, type TestDatabase } from "./engines.js";
import { sampleModel, sampleRecord } from "./sample-model.js";

type OnTestFinished = TestContext["onTestFinished"];

const kept = { ...sampleModel, history: {} };
const by = (actor: string, verb: string): ChangeOrigin => ({ actor, verb });

describe.concurrent.each(engineNames)("the history on %s", (engine) => {
  const open = async (onTestFinished: OnTestFinished): Promise<TestDatabase> => {
    const database = await openTestDatabase(engine, [sampleModel]);
    onTestFinished(() => database.close());
    return database;
  };
  const record = (name: string, version: number, origin?: ChangeOrigin) => ({
    ...sampleRecord(name, { version }),
    uid: `uid-${name}`,
    data: Buffer.from(`"${name} ${version}"`),
    ...(origin && { origin }),
  });
  const removal = (name: string, version: number) => ({
    name,
    expectedVersion: version,
    last: Buffer.from(`"${name} ${version} removed"`),
    uid: `uid-${name}`,
  });
  const entries = async ({ store }: TestDatabase, name: string): Promise<readonly HistoryEntry[]> =>
    store.history.list(kept, name, { limit: 1000 });
  const line = ({ type, uid, version, revision, actor, verb }: HistoryEntry): string =>
    [type, uid, version, revision, actor, verb].join(" ");

  it("has each version, however it was written", async ({ onTestFinished }) => {
    const database = await open(onTestFinished);
    const { store } = database;
    await store.create(kept, record("a", 1, by("ann", "create")));
    await store.replace(kept, record("a", 2, by("bob", "update")), 1);
    // In one commit: several creates, and then writes of several sorts.
    await Promise.all(["b", "c", "d"].map((name) => store.create(kept, record(name, 1, by(`by ${name}`, "create")))));
    await Promise.all([
      store.replace(kept, record("b", 2, by("bob", "update")), 1),
      store.create(kept, record("e", 1)),
      store.remove(kept, { ...removal("a", 2), origin: by("eve", "delete") }),
      store.replace(kept, record("c", 9), 7),
      store.create(sampleModel, record("unkept", 1)),
    ]);
    expect((await entries(database, "a")).map(line)).toEqual([
      expect.stringMatching(/^DELETED uid-a 2 \d+ eve delete$/),
      "MODIFIED uid-a 2 2 bob update",
      "ADDED uid-a 1 1 ann create",
    ]);
    expect((await entries(database, "b")).map(line)).toEqual([
      expect.stringMatching(/^MODIFIED uid-b 2 \d+ bob update$/),
      expect.stringMatching(/^ADDED uid-b 1 \d+ by b create$/),
    ]);
    expect((await entries(database, "c")).map(line)).toEqual([
      expect.stringMatching(/^ADDED uid-c 1 \d+ by c create$/),
    ]);
    expect((await entries(database, "e")).map(line)).toEqual([expect.stringMatching(/^ADDED uid-e 1 \d+  $/)]);
    expect(await entries(database, "unkept")).toEqual([]);
    // Each is kept under the revision of its change.
    const logged = new Map(
      (await store.changesAfter(0)).map(({ revision, name, type }) => [revision, `${type} ${name}`]),
    );
    for (const name of ["a", "b", "c", "d", "e"]) {
      for (const { revision, type } of await entries(database, name))
        expect(logged.get(revision ?? 0)).toBe(`${type} ${name}`);
    }
    const read = async (version: number) => {
      const found = await store.history.read(kept, { name: "a", version });
      return found && [found.type, Buffer.from(found.data).toString()];
    };
    expect([await read(1), await read(2), await read(3)]).toEqual([
      ["ADDED", '"a 1"'],
      ["MODIFIED", '"a 2"'],
      undefined,
    ]);
  });

  it("begins with what was stored before there was a history", async ({ onTestFinished }) => {
    const database = await open(onTestFinished);
    const { store } = database;
    for (const name of ["a", "b"]) await store.create(sampleModel, record(name, 1, by("ann", "create")));
    await Promise.all([
      store.replace(kept, record("a", 2, by("bob", "update")), 1),
      store.remove(kept, removal("b", 1)),
      store.create(kept, record("c", 1)),
    ]);
    await store.replace(kept, record("a", 3), 2);
    expect((await entries(database, "a")).map(line)).toEqual([
      "MODIFIED uid-a 3 6  ",
      expect.stringMatching(/^MODIFIED uid-a 2 \d bob update$/),
      "MODIFIED uid-a 1   ",
    ]);
    expect((await entries(database, "b")).map(line)).toEqual([
      expect.stringMatching(/^DELETED uid-b 1 \d  $/),
      "MODIFIED uid-b 1   ",
    ]);
    const former = await store.history.read(kept, { name: "a", version: 1 });
    expect([former?.schema, Buffer.from(former?.data ?? []).toString()]).toEqual([0, '"a 1"']);
    // A release without a history has written in between.
    await store.replace(sampleModel, record("a", 4), 3);
    await store.replace(kept, record("a", 5), 4);
    expect((await entries(database, "a")).map(({ version }) => version)).toEqual([5, 4, 3, 2, 1]);
  });

  it("is of the newest object of a name, unless a uid is named", async ({ onTestFinished }) => {
    const { store } = await open(onTestFinished);
    await store.create(kept, record("a", 1));
    await store.remove(kept, removal("a", 1));
    await store.create(kept, { ...record("a", 1), uid: "second", data: Buffer.from('"second"'), deletedUpTo: 2 });
    const text = async (uid?: string) => {
      const found = await store.history.read(kept, { name: "a", version: 1, uid });
      return found && `${found.type} ${Buffer.from(found.data).toString()}`;
    };
    expect([await text(), await text("second"), await text("uid-a"), await text("other")]).toEqual([
      'ADDED "second"',
      'ADDED "second"',
      'ADDED "a 1"',
      undefined,
    ]);
    const listed = async (uid: string) => (await store.history.list(kept, "a", { uid, limit: 9 })).map(line);
    expect([await listed("second"), await listed("uid-a"), await listed("other")]).toEqual([
      ["ADDED second 1 3  "],
      ["DELETED uid-a 1 2  ", "ADDED uid-a 1 1  "],
      [],
    ]);
    const [newest] = await store.history.list(kept, "a", { limit: 1 });
    expect((await store.history.list(kept, "a", { before: newest?.id, limit: 1 })).map(line)).toEqual([
      "DELETED uid-a 1 2  ",
    ]);
  });

  it("loses what was replaced long ago, and keeps what is there", async ({ onTestFinished }) => {
    const database = await open(onTestFinished);
    const { store } = database;
    for (const name of ["a", "b", "gone"]) {
      await store.create(kept, record(name, 1));
      for (let version = 2; version <= 4; version += 1) await store.replace(kept, record(name, version), version - 1);
    }
    await store.remove(kept, removal("gone", 4));
    const trim = async (until: number, versions?: number): Promise<void> => {
      for (let from = { aged: 0, counted: 0, isDone: false }; !from.isDone;)
        from = await store.history.trim(kept, { until, versions }, from);
    };
    const versions = async () =>
      Promise.all(
        ["a", "b", "gone"].map(async (name) => (await entries(database, name)).map(({ version }) => version)),
      );
    const all = [
      [4, 3, 2, 1],
      [4, 3, 2, 1],
      [4, 4, 3, 2, 1],
    ];
    await trim(0);
    expect(await versions()).toEqual(all);
    // All but the last version of each that is there.
    await trim(Date.now() + 1);
    expect(await versions()).toEqual([[4], [4], []]);
    for (let version = 5; version <= 9; version += 1) await store.replace(kept, record("a", version), version - 1);
    await trim(0, 3);
    expect(await versions()).toEqual([[9, 8, 7], [4], []]);
  });

  it("is trimmed and erased in parts, whatever its size", async ({ onTestFinished }) => {
    const database = await open(onTestFinished);
    const { store } = database;
    const names = Array.from({ length: 1300 }, (_, at) => `n${String(at).padStart(4, "0")}`);
    await Promise.all(names.map((name) => store.create(kept, record(name, 1))));
    await Promise.all(names.map((name) => store.replace(kept, record(name, 2), 1)));
    let rounds = 0;
    for (let from = { aged: 0, counted: 0, isDone: false }; !from.isDone; rounds += 1)
      from = await store.history.trim(kept, { until: Date.now() + 1 }, from);
    expect(rounds).toBeGreaterThan(2);
    expect((await entries(database, "n0000")).map(({ version }) => version)).toEqual([2]);
    expect(await store.history.purge({ ...kept, name: "n0000" })).toBe(1);
    expect(await store.history.purge({ ...kept, name: "n0000" })).toBe(0);
    expect(await store.history.purge({ ...kept, before: 0 })).toBe(0);
    let erased = 0;
    for (let some = 1; some > 0; erased += some) some = await store.history.purge({ ...kept, before: Date.now() + 1 });
    expect(erased).toBe(1299);
  });
});
