import { describe, expect, it } from "vitest";
import { defaultSettings } from "../store-settings.js";
import { ChangeTrimmer, type ChangeSize, type LogReaders, type TrimmableLog } from "./change-trimmer.js";

/** A log in memory. */
class ArrayLog implements TrimmableLog {
  changes: ChangeSize[] = [];
  audited: number | undefined;
  delivered: number | undefined;
  asked = 0;
  #newest = 0;

  add(count: number, size: number): void {
    for (let number = 0; number < count; number += 1) this.changes.push({ revision: ++this.#newest, size });
  }

  async sizesAfter(revision: number, count: number): Promise<readonly ChangeSize[]> {
    this.asked += 1;
    return this.changes.filter((change) => change.revision > revision).slice(0, count);
  }

  async readers(): Promise<LogReaders> {
    this.asked += 1;
    return { audited: this.audited, delivered: this.delivered };
  }

  async trim(revision: number): Promise<void> {
    this.changes = this.changes.filter((change) => change.revision > revision);
  }

  get kept(): readonly [number | undefined, number | undefined] {
    return [this.changes[0]?.revision, this.changes.at(-1)?.revision];
  }
}

describe("ChangeTrimmer", () => {
  it("keeps a number of changes exactly", async () => {
    const log = new ArrayLog();
    const trimmer = new ChangeTrimmer(log, { ...defaultSettings.retention, changes: 1500 });
    for (const [count, kept] of [
      [1400, [1, 1400]],
      [2, [1, 1402]],
      [2000, [1903, 3402]],
      [1, [1904, 3403]],
    ] as const) {
      log.add(count, 10);
      await trimmer.run();
      expect(log.kept).toEqual(kept);
    }
  });

  it("keeps no more bytes than it may, and the newest changes whatever their size", async () => {
    const log = new ArrayLog();
    const trimmer = new ChangeTrimmer(log, { ...defaultSettings.retention, bytes: 1_000_000 });
    log.add(5000, 1000);
    await trimmer.run();
    const bytes = log.changes.reduce((sum, { size }) => sum + size, 0);
    expect(bytes).toBeLessThanOrEqual(1_000_000);
    expect(bytes).toBeGreaterThan(900_000);
    log.add(1, 5_000_000);
    await trimmer.run();
    expect(log.changes.at(-1)).toEqual({ revision: 5001, size: 5_000_000 });
    expect(log.changes.length).toBeLessThan(100);
  });

  it("keeps what the audit has not written, up to a number of bytes", async () => {
    const log = new ArrayLog();
    const limits = { ...defaultSettings.retention, changes: 10, bytes: 1_000_000, unauditedBytes: 3_000_000 };
    const trimmer = new ChangeTrimmer(log, limits);
    log.audited = 0;
    log.add(2000, 1000);
    await trimmer.run();
    expect(log.kept).toEqual([1, 2000]);
    log.audited = 1500;
    await trimmer.run();
    const [first = 0] = log.kept;
    expect(first).toBeGreaterThan(1000);
    expect(first).toBeLessThanOrEqual(1501);
    log.audited = 2000;
    await trimmer.run();
    expect(log.kept).toEqual([1991, 2000]);
    log.add(5000, 1000);
    await trimmer.run();
    const bytes = log.changes.reduce((sum, { size }) => sum + size, 0);
    expect(bytes).toBeLessThanOrEqual(3_000_000);
    expect(bytes).toBeGreaterThan(2_800_000);
  });

  it("keeps what a subscription has not been sent, and the change that it has come to, up to a number of bytes", async () => {
    const log = new ArrayLog();
    const limits = { ...defaultSettings.retention, changes: 10, bytes: 1_000_000, undeliveredBytes: 3_000_000 };
    const trimmer = new ChangeTrimmer(log, limits);
    log.delivered = 1;
    log.add(2000, 1000);
    await trimmer.run();
    expect(log.kept).toEqual([1, 2000]);
    log.delivered = 1991;
    await trimmer.run();
    expect(log.kept).toEqual([1991, 2000]);
    log.audited = 1993;
    log.delivered = 2000;
    await trimmer.run();
    log.add(5000, 1000);
    await trimmer.run();
    // The audit has the same bound by default, and waits for more.
    log.audited = 7000;
    await trimmer.run();
    const bytes = log.changes.reduce((sum, { size }) => sum + size, 0);
    expect(bytes).toBeLessThanOrEqual(3_000_000);
    expect(bytes).toBeGreaterThan(2_800_000);
  });

  it("keeps every change for as long as it is to be kept, from when it was first seen", async () => {
    let now = 1000;
    const log = new ArrayLog();
    const trimmer = new ChangeTrimmer(log, { ...defaultSettings.retention, milliseconds: 1000 }, () => now);
    log.add(10, 1);
    await trimmer.run();
    now = 1500;
    log.add(10, 1);
    await trimmer.run();
    now = 2000;
    await trimmer.run();
    expect(log.kept).toEqual([1, 20]);
    now = 2001;
    await trimmer.run();
    expect(log.kept).toEqual([11, 20]);
    now = 2501;
    await trimmer.run();
    expect(log.kept).toEqual([undefined, undefined]);
  });

  it("asks nothing while nothing is new and nothing is due", async () => {
    let now = 1000;
    const log = new ArrayLog();
    const trimmer = new ChangeTrimmer(log, { ...defaultSettings.retention, milliseconds: 1000 }, () => now);
    log.add(10, 1);
    await trimmer.run();
    expect(log.asked).toBe(1);
    now = 2000;
    await trimmer.run(false);
    expect(log.asked).toBe(1);
    now = 2001;
    await trimmer.run(false);
    expect(log.asked).toBe(2);
    expect(log.kept).toEqual([undefined, undefined]);
    await trimmer.run(false);
    expect(log.asked).toBe(2);
  });
});
