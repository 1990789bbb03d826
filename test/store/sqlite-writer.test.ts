import { stat } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { planList } from "../../packages/runtime/src/list/plan-list.js";
import type { IndexValues } from "../../packages/store/src/index-storage.js";
import type { ObjectStream } from "../../packages/store/src/store.js";
import { UnavailableError } from "../../packages/store/dist/unavailable-error.js";
import type { RewriteOutcome } from "../../packages/store/src/walk-storage.js";
import type { WriteOutcome } from "../../packages/store/src/write-job.js";
import { openTestDatabase, type TestDatabase } from "./engines.js";
import { defaultSettings } from "../../packages/store/src/store-settings.js";
import { sampleModel, sampleRecord } from "./sample-model.js";

/** Long beside what a busy machine makes a thread wait for a processor: half of it is a stall. */
const TIMEOUT = 1000;

/** The longest time that the thread was busy while something went on. */
async function longestStall(work: Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  await work.catch(() => undefined);
  clearInterval(timer);
  return longest;
}

describe("the one connection that writes to an SQLite file", () => {
  let database: TestDatabase;
  let file: string;
  let other: Database.Database;

  const open = async (retention = defaultSettings.retention): Promise<void> => {
    const timeouts = { answerMilliseconds: TIMEOUT, listMilliseconds: 1000 };
    database = await openTestDatabase("sqlite file", [sampleModel], { timeouts, retention });
    file = database.url.slice("file:".length);
    other = new Database(file, { timeout: 10_000 });
  };
  afterEach(async () => {
    other.close();
    await database.close();
  });

  const create = (name: string, padding = ""): Promise<WriteOutcome> => {
    const data = Buffer.from(JSON.stringify({ name, padding }));
    return database.store.create(sampleModel, { ...sampleRecord(name), data });
  };

  describe("while another process holds the write lock", () => {
    // Trimming is due every second, and everything there is to be trimmed.
    beforeEach(() => open({ ...defaultSettings.retention, milliseconds: 1, changes: 0 }));

    it("waits on its own thread: reads go on, writes are refused in time, and go on by themselves", async () => {
      await create("first");
      other.exec("BEGIN IMMEDIATE");
      const reading = async (): Promise<void> => {
        for (const end = performance.now() + 1500; performance.now() < end; await delay(1))
          expect(await database.store.read(sampleModel, "first")).toBeDefined();
      };
      expect(await longestStall(reading())).toBeLessThan(TIMEOUT / 2);
      const begun = performance.now();
      await expect(create("second")).rejects.toThrow(UnavailableError);
      expect(performance.now() - begun).toBeLessThan(4 * TIMEOUT);
      await expect.poll(() => database.store.unavailable(), { timeout: 20_000 }).toMatch(/cannot be written to/);
      other.exec("COMMIT");
      await expect.poll(() => database.store.unavailable(), { timeout: 20_000 }).toBeUndefined();
      expect(await create("third")).toEqual({ revision: 2 });
    });
  });

  /** Fills the index of sizes as a build does; `between` runs when the objects have been read. */
  const fillSizes = async (values: IndexValues, between = (): void => undefined): Promise<RewriteOutcome> => {
    const { walks } = database.store;
    const state = { index: "spec.size", fingerprint: "size", state: "building", position: 0 } as const;
    await walks.move(sampleModel.table, [{ index: { from: undefined, to: state } }]);
    const found = await walks.objectsAfter(sampleModel.table, 0, 200);
    between();
    const objects = found.map(({ id, name, version }) => ({ id, name, version, values }));
    return walks.rewrite(sampleModel, { objects, marks: [{ index: state }], position: found.at(-1)?.id ?? 0 });
  };
  const sevens: IndexValues = new Map([["spec.size", [7]]]);

  it("builds indexes without waiting on the thread that serves", async () => {
    await open();
    for (let number = 0; number < 20; number += 1) await create(`n${number}`);
    expect(await fillSizes(new Map())).toBe("done");
    other.exec("BEGIN IMMEDIATE");
    const building = fillSizes(sevens);
    expect(await longestStall(building)).toBeLessThan(TIMEOUT / 2);
    await expect(building).rejects.toThrow(/locked/);
    other.exec("COMMIT");
  });

  it("gives no object the index values of what it was when it was read", async () => {
    await open();
    await create("ann");
    const change = (): void => {
      other.prepare(`UPDATE "${sampleModel.table}" SET data = '{}', version = version + 1`).run();
    };
    expect(await fillSizes(sevens, change)).toBe("changed");
    const plan = planList(sampleModel, new URLSearchParams("fieldSelector=spec.size=7&page=1&size=5"));
    expect(await database.store.list(sampleModel, plan)).toMatchObject({ items: [], total: 0 });
  });

  it("cuts the log back that has grown while an old snapshot was read", { timeout: 60_000 }, async () => {
    await open();
    for (let number = 0; number < 300; number += 1) await create(`n${number}`, "x".repeat(2000));
    const page = await database.store.list(sampleModel, planList(sampleModel, new URLSearchParams()));
    const reading = (page.items as ObjectStream).batches()[Symbol.asyncIterator]();
    await reading.next();
    const padding = "x".repeat(2_500_000);
    for (let number = 0; number < 16; number += 1) await create(`large${number}`, padding);
    const size = async (): Promise<number> => (await stat(`${file}-wal`)).size;
    expect(await size()).toBeGreaterThan(36_000_000);
    await reading.return?.();
    await expect
      .poll(async () => create(`after${Date.now()}`).then(size), { timeout: 10_000, interval: 100 })
      .toBeLessThan(34_000_000);
  });
});
