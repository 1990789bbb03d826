import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { silentLog } from "@cmgen/runtime";
import { ChangeFeed } from "../../packages/runtime/src/watch/change-feed.js";
import { openTestDatabase, type TestDatabase } from "./engines.js";
import { execute } from "./execute.js";
import { sampleModel, sampleRecord } from "./sample-model.js";

describe.each(["sqlite file", "postgresql"] as const)("following the change log, %s", (engine) => {
  let database: TestDatabase;
  const feeds: ChangeFeed[] = [];

  beforeEach(async () => {
    database = await openTestDatabase(engine, [sampleModel]);
  });
  afterEach(async () => {
    await Promise.all(feeds.splice(0).map((feed) => feed.stop()));
    await database.close();
  });

  const create = async (...names: readonly string[]): Promise<void> => {
    for (const name of names) await database.store.create(sampleModel, sampleRecord(name));
  };
  const trim = (revision: number): Promise<void> =>
    execute(database.url, `DELETE FROM cmgen_changes WHERE revision <= ${revision}`);
  /** What a feed that begins behind a revision tells. */
  const follow = async (revision: number): Promise<readonly string[]> => {
    const told: string[] = [];
    const [change] = revision === 0 ? [] : await database.store.changesAfter(revision - 1);
    const feed = new ChangeFeed(
      { store: database.store, position: { revision, mark: change?.mark ?? null }, log: silentLog },
      {
        changed: (changes) => told.push(...changes.map(({ name }) => name)),
        missed: (before) => told.push(`missed up to ${before}`),
        lost: (newest) => told.push(`lost, ${newest} is the newest`),
      },
    );
    feeds.push(feed);
    feed.start();
    return told;
  };

  it("tells of each change once, in order", async () => {
    await create("a", "b");
    const told = await follow(1);
    await expect.poll(() => told).toEqual(["b"]);
    await create("c", "d");
    await expect.poll(() => told).toEqual(["b", "c", "d"]);
  });

  it("is woken at any moment, also while it ends to read", async () => {
    for (let steps = 0; steps < 24; steps++) {
      let wake: () => void = () => undefined;
      let isRead = false;
      // The store as it is, but that it notifies of a change a number of steps behind the end of the first read.
      const store: ConstructorParameters<typeof ChangeFeed>[0]["store"] = {
        newest: () => database.store.newest(),
        pastOf: (position) => database.store.pastOf(position),
        onChange: (listener) => {
          wake = listener;
          return () => undefined;
        },
        changesAfter: (revision) => database.store.changesAfter(revision),
        oldestRevision: async () => {
          const revision = await database.store.oldestRevision();
          if (isRead) return revision;
          isRead = true;
          await create(`late-${steps}`);
          void (async () => {
            for (let step = 0; step < steps; step++) await Promise.resolve();
            wake();
          })();
          return revision;
        },
      };
      const told: string[] = [];
      const feed = new ChangeFeed(
        { store, position: await database.store.newest(), log: silentLog },
        {
          changed: (changes) => void told.push(...changes.map(({ name }) => name)),
          missed: () => undefined,
          lost: () => undefined,
        },
      );
      feeds.push(feed);
      feed.start();
      await expect
        .poll(() => told, { timeout: 3000, message: `woken after ${steps} steps` })
        .toEqual([`late-${steps}`]);
    }
  });

  it("says what was trimmed before it was read, and goes on behind it", async () => {
    await create("a", "b", "c", "d");
    await trim(3);
    const told = await follow(1);
    await expect.poll(() => told).toEqual(["missed up to 3", "d"]);
    await create("e");
    await expect.poll(() => told).toEqual(["missed up to 3", "d", "e"]);
  });

  /** What a failover to a server without the last changes does to a database. */
  const lose = async (revision: number): Promise<void> => {
    await execute(database.url, `DELETE FROM cmgen_changes WHERE revision > ${revision}`);
    const mark = `(SELECT mark FROM cmgen_changes WHERE revision = ${revision})`;
    await execute(database.url, `UPDATE cmgen_revision SET revision = ${revision}, mark = ${mark}`);
  };

  it("begins again where the database has lost changes that it told of", async () => {
    await create("a", "b", "c");
    const told = await follow(0);
    await expect.poll(() => told).toEqual(["a", "b", "c"]);
    await lose(1);
    await create("d");
    await expect.poll(() => told).toEqual(["a", "b", "c", "lost, 2 is the newest"]);
    await create("e");
    await expect.poll(() => told.at(-1)).toBe("e");
  });

  it("notices it also when as many changes have come since, and tells of those that come after", async () => {
    await create("a", "b", "c");
    const { store } = database;
    const [, , last] = await store.changesAfter(0);
    await lose(1);
    await create("d", "e", "f");
    expect(await store.pastOf(last!)).toBe("lost");
    expect(await store.pastOf({ ...last!, mark: null })).toBe("lost");
    const [first] = await store.changesAfter(0);
    expect(await store.pastOf(first!)).toBe("kept");
    expect(await store.pastOf(await store.newest())).toBe("kept");
    expect(await store.pastOf({ revision: 5, mark: 1 })).toBe("lost");
    await trim(2);
    expect(await store.pastOf(first!)).toBe("trimmed");
    await trim(4);
    expect(await store.pastOf(await store.newest())).toBe("kept");
    expect(await store.pastOf({ revision: 4, mark: -1 })).toBe("lost");
  });

  it("says so where nothing is left", async () => {
    await create("a", "b");
    await trim(2);
    const told = await follow(0);
    await expect.poll(() => told).toEqual(["missed up to 2"]);
    await create("c");
    await expect.poll(() => told).toEqual(["missed up to 2", "c"]);
  });
});
