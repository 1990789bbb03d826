import { stat } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import Database from "better-sqlite3";
import { beforeEach, describe, expect, it } from "vitest";
import type { WriteOutcome } from "../../packages/runtime/src/store/write-outcome.js";
import { openTestDatabase, type TestDatabase } from "./engines.js";
import { sampleModel, sampleRecord } from "./sample-model.js";

/** Writes that are done one after another on the thread that serves, as on a disk that is always quick. */
describe("lone writes to an SQLite file", () => {
  let database: TestDatabase;
  let file: string;

  beforeEach(async () => {
    const quickCommit = { milliseconds: Infinity, onEnd: 0 };
    database = await openTestDatabase("sqlite file", [sampleModel], { quickCommit });
    file = database.url.slice("file:".length);
    return () => database.close();
  });

  const create = (name: string, padding = ""): Promise<WriteOutcome> => {
    const record = sampleRecord(name);
    const data = Buffer.from(JSON.stringify({ name, padding }));
    return database.store.create(sampleModel, { ...record, data });
  };

  it("hold up nobody while another process writes, and are done after it", async () => {
    expect(await create("first")).toEqual({ revision: 1 });
    const other = new Database(file);
    other.exec("BEGIN IMMEDIATE");
    let outcome: WriteOutcome | undefined;
    const writing = create("second").then((settled) => (outcome = settled));
    // Were this thread the one that waits, it would do so for ten seconds.
    const begun = performance.now();
    await setTimeout(100);
    expect(performance.now() - begun).toBeLessThan(5000);
    expect(outcome).toBeUndefined();
    other.exec("COMMIT");
    other.close();
    expect(await writing).toEqual({ revision: 2 });
    expect(await create("third")).toEqual({ revision: 3 });
  });

  it("are refused as others are, and leave nothing", async () => {
    await create("one");
    expect(await create("one")).toEqual({ refused: "name-taken" });
    expect(await database.store.replace(sampleModel, sampleRecord("one", { version: 9 }), 8)).toEqual({
      refused: "version-differs",
      currentVersion: 1,
    });
    expect(await database.store.revision()).toBe(1);
  });

  it("leave a log that is brought into the file now and then", { timeout: 60_000 }, async () => {
    const padding = "x".repeat(30_000);
    let most = 0;
    for (let number = 0; number < 1000; number += 1) {
      expect((await create(`n${number}`, padding)).refused).toBeUndefined();
      if (number % 50 === 0) most = Math.max(most, (await stat(`${file}-wal`)).size);
    }
    // All of them are more than 60 MB.
    expect(most).toBeLessThan(45_000_000);
  });
});
