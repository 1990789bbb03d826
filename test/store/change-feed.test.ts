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
  const follow = (revision: number): readonly string[] => {
    const told: string[] = [];
    const feed = new ChangeFeed(
      { store: database.store, revision, log: silentLog },
      {
        changed: (changes) => told.push(...changes.map(({ name }) => name)),
        missed: (before) => told.push(`missed up to ${before}`),
      },
    );
    feeds.push(feed);
    feed.start();
    return told;
  };

  it("tells of each change once, in order", async () => {
    await create("a", "b");
    const told = follow(1);
    await expect.poll(() => told).toEqual(["b"]);
    await create("c", "d");
    await expect.poll(() => told).toEqual(["b", "c", "d"]);
  });

  it("says what was trimmed before it was read, and goes on behind it", async () => {
    await create("a", "b", "c", "d");
    await trim(3);
    const told = follow(1);
    await expect.poll(() => told).toEqual(["missed up to 3", "d"]);
    await create("e");
    await expect.poll(() => told).toEqual(["missed up to 3", "d", "e"]);
  });

  it("says so where nothing is left", async () => {
    await create("a", "b");
    await trim(2);
    const told = follow(0);
    await expect.poll(() => told).toEqual(["missed up to 2"]);
    await create("c");
    await expect.poll(() => told).toEqual(["missed up to 2", "c"]);
  });
});
