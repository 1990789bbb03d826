import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import type { LogPosition, Store } from "@cmgen/store";
import { LogEndsReader } from "./log-ends.js";

interface Read {
  resolve(revision: number): void;
  reject(error: Error): void;
}

/** A log whose reads are answered when the test says so. */
function slowLog(): { readonly reads: readonly Read[]; readonly reader: LogEndsReader } {
  const reads: Read[] = [];
  const newest = (): Promise<LogPosition> =>
    new Promise((resolve, reject) => {
      reads.push({ resolve: (revision) => resolve({ revision, mark: 1 }), reject });
    });
  // Only what the reader calls.
  const store = { newest, oldestRevision: async () => 0 } as Partial<Store> as Store;
  return { reads, reader: new LogEndsReader(store) };
}

it("reads once for all who ask while it is read, and after they asked", async () => {
  const { reads, reader } = slowLog();
  const first = reader.read();
  await expect.poll(() => reads.length).toBe(1);
  const others = [reader.read(), reader.read(), reader.read()];
  reads[0]?.resolve(5);
  expect(await first).toEqual({ newest: { revision: 5, mark: 1 }, oldest: 0 });
  await expect.poll(() => reads.length).toBe(2);
  reads[1]?.resolve(7);
  expect((await Promise.all(others)).map(({ newest }) => newest.revision)).toEqual([7, 7, 7]);
  expect(reads).toHaveLength(2);
});

it("reads again after an error", async () => {
  const { reads, reader } = slowLog();
  const first = reader.read();
  await expect.poll(() => reads.length).toBe(1);
  const second = reader.read();
  reads[0]?.reject(new Error("away"));
  await expect(first).rejects.toThrow("away");
  await expect.poll(() => reads.length).toBe(2);
  reads[1]?.resolve(1);
  expect(await second).toEqual({ newest: { revision: 1, mark: 1 }, oldest: 0 });
});

it("answers a few callers in each tick of the event loop, in their order", async () => {
  const { reads, reader } = slowLog();
  const answered: number[] = [];
  const asked = Array.from({ length: 101 }, async (_, number) => {
    await reader.read();
    answered.push(number);
  });
  await expect.poll(() => reads.length).toBe(1);
  reads[0]?.resolve(1);
  await expect.poll(() => reads.length).toBe(2);
  expect(answered).toEqual([0]);
  reads[1]?.resolve(1);
  const perTick: number[] = [];
  for (let before = answered.length; before < asked.length; before = answered.length) {
    await setImmediate();
    perTick.push(answered.length - before);
  }
  expect(Math.max(...perTick)).toBeLessThanOrEqual(8);
  expect(answered).toEqual(asked.map((_, number) => number));
  expect(reads).toHaveLength(2);
});
