import { stat } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import Database from "better-sqlite3";
import { afterEach, describe, expect, it } from "vitest";
import { planList } from "../../packages/runtime/src/list/plan-list.js";
import type { IndexValues } from "../../packages/store/src/index-storage.js";
import type { ObjectStream } from "../../packages/store/src/store.js";
import { UnavailableError } from "../../packages/store/dist/unavailable-error.js";
import type { RewriteOutcome } from "../../packages/store/src/walk-storage.js";
import type { WriteOutcome } from "../../packages/store/src/write-job.js";
import { openTestDatabase, type TestDatabase } from "./engines.js";
import { defaultSettings } from "../../packages/store/src/store-settings.js";
import { sampleModel, sampleRecord } from "./sample-model.js";

/** How long a write waits for the lock: for a test that it is refused, and for one in which it is to wait until the test gives the lock back. */
const TIMEOUTS = { refused: 1000, patient: 30_000 };

describe("the one connection that writes to an SQLite file", () => {
  let database: TestDatabase;
  let file: string;
  let other: Database.Database;

  const open = async (wait: keyof typeof TIMEOUTS, retention = defaultSettings.retention): Promise<void> => {
    const timeouts = { answerMilliseconds: TIMEOUTS[wait], listMilliseconds: 1000 };
    database = await openTestDatabase("sqlite file", [sampleModel], { timeouts, retention, trimMilliseconds: 50 });
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

  /** Reads for a while. On a thread that waits for the lock it would not end before the wait, and the lock is given back after it. */
  const readFor = async (milliseconds: number): Promise<void> => {
    for (const end = performance.now() + milliseconds; performance.now() < end; await delay(1))
      expect(await database.store.read(sampleModel, "first")).toBeDefined();
  };

  describe("while another process holds the write lock", () => {
    // Trimming is due all the time, and everything there is to be trimmed.
    const trimmed = { ...defaultSettings.retention, milliseconds: 1, changes: 0 };

    it("waits on its own thread: reads go on, and writes once they can", { timeout: 120_000 }, async () => {
      await open("patient", trimmed);
      await create("first");
      other.exec("BEGIN IMMEDIATE");
      const [written] = await Promise.all([create("second"), readFor(300).then(() => other.exec("COMMIT"))]);
      expect(written).toEqual({ revision: 2 });
    });

    it("refuses writes in time, says so, and goes on by itself", async () => {
      await open("refused", trimmed);
      await create("first");
      other.exec("BEGIN IMMEDIATE");
      await expect(create("second")).rejects.toThrow(UnavailableError);
      await expect(fillSizes(sevens)).rejects.toThrow(/locked/);
      await expect.poll(() => database.store.unavailable()).toMatch(/cannot be written to/);
      other.exec("COMMIT");
      await expect.poll(() => database.store.unavailable()).toBeUndefined();
      expect(await create("third")).toEqual({ revision: 2 });
    });
  });

  it("builds indexes without waiting on the thread that serves", { timeout: 120_000 }, async () => {
    await open("patient");
    for (const name of ["first", "second"]) await create(name);
    const order: unknown[] = [];
    let reading = Promise.resolve();
    const hold = (): void => {
      other.exec("BEGIN IMMEDIATE");
      reading = readFor(100).then(() => {
        order.push("read");
        other.exec("COMMIT");
      });
    };
    try {
      order.push(await fillSizes(sevens, hold));
    } finally {
      await reading;
    }
    expect(order).toEqual(["read", "done"]);
  });

  it("gives no object the index values of what it was when it was read", async () => {
    await open("patient");
    await create("ann");
    const change = (): void => {
      other.prepare(`UPDATE "${sampleModel.table}" SET data = '{}', version = version + 1`).run();
    };
    expect(await fillSizes(sevens, change)).toBe("changed");
    const plan = planList(sampleModel, new URLSearchParams("fieldSelector=spec.size=7&page=1&size=5"));
    expect(await database.store.list(sampleModel, plan)).toMatchObject({ items: [], total: 0 });
  });

  it("cuts the log back that has grown while an old snapshot was read", { timeout: 60_000 }, async () => {
    await open("patient");
    for (let number = 0; number < 300; number += 1) await create(`n${number}`, "x".repeat(2000));
    const page = await database.store.list(sampleModel, planList(sampleModel, new URLSearchParams()));
    const reading = (page.items as ObjectStream).batches()[Symbol.asyncIterator]();
    await reading.next();
    const padding = "x".repeat(2_500_000);
    for (let number = 0; number < 16; number += 1) await create(`large${number}`, padding);
    const size = async (): Promise<number> => (await stat(`${file}-wal`)).size;
    expect(await size()).toBeGreaterThan(36_000_000);
    await reading.return?.();
    await expect.poll(async () => create(`after${Date.now()}`).then(size), { interval: 100 }).toBeLessThan(34_000_000);
  });
});
