import { getEventListeners } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { runOnChange } from "./run-on-change.js";

let root: string;
let other: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cmgen-watch-"));
  other = mkdtempSync(join(tmpdir(), "cmgen-watch-other-"));
  for (const folder of ["src/models", "node_modules", "dist"]) mkdirSync(join(root, folder), { recursive: true });
});

afterEach(() => {
  for (const folder of [root, other]) rmSync(folder, { recursive: true });
});

/** Runs until `script`, which is given the number of runs so far, is over. */
async function watching(script: (runs: () => number) => Promise<void>, during?: () => void): Promise<number> {
  const controller = new AbortController();
  let runs = 0;
  const run = async (): Promise<readonly string[]> => {
    runs += 1;
    if (runs === 1) during?.();
    return [other];
  };
  const finished = runOnChange(root, run, controller.signal);
  await expect.poll(() => runs).toBe(1);
  await script(() => runs);
  controller.abort();
  await finished;
  return runs;
}

const waitFor = (runs: () => number, count: number): Promise<void> =>
  vi.waitFor(() => expect(runs()).toBeGreaterThanOrEqual(count), { timeout: 5_000 });

test("a change anywhere below the plugin is a reason to run, and so is one in a folder the run names", async () => {
  const total = await watching(async (runs) => {
    writeFileSync(join(root, "src/models/note.ts"), "1");
    await waitFor(runs, 2);
    writeFileSync(join(other, "shared.ts"), "1");
    await waitFor(runs, 3);
    writeFileSync(join(root, "cmgen.config.ts"), "1");
    await waitFor(runs, 4);
  });
  expect(total).toBeGreaterThanOrEqual(4);
});

test("a new folder is watched from then on", async () => {
  const total = await watching(async (runs) => {
    mkdirSync(join(root, "src/controllers"));
    await waitFor(runs, 2);
    const before = runs();
    writeFileSync(join(root, "src/controllers/welcome.ts"), "1");
    await waitFor(runs, before + 1);
  });
  expect(total).toBeGreaterThanOrEqual(3);
});

test("a change during a run is seen after it", async () => {
  const edit = (): void => writeFileSync(join(root, "src/models/note.ts"), "1");
  expect(await watching((runs) => waitFor(runs, 2), edit)).toBeGreaterThanOrEqual(2);
});

test("changes leave nothing behind on the signal that ends the watch", async () => {
  const controller = new AbortController();
  let runs = 0;
  const finished = runOnChange(root, async () => ((runs += 1), []), controller.signal);
  for (const count of [1, 2, 3, 4]) {
    await expect.poll(() => runs).toBeGreaterThanOrEqual(count);
    writeFileSync(join(root, "src/models/note.ts"), "x".repeat(count));
  }
  await expect.poll(() => runs).toBeGreaterThanOrEqual(5);
  expect(getEventListeners(controller.signal, "abort").length).toBeLessThanOrEqual(1);
  controller.abort();
  await finished;
});

test("what is installed or compiled is no reason", async () => {
  const runs = await watching(async () => {
    writeFileSync(join(root, "node_modules/x"), "1");
    writeFileSync(join(root, "dist/x.js"), "1");
    await new Promise((resolve) => void setTimeout(resolve, 300));
  });
  expect(runs).toBe(1);
});

test("what a service writes into the plugin's folder is no reason", async () => {
  const runs = await watching(async () => {
    for (const name of ["tasks.db", "tasks.db-wal", "tasks.sqlite3-journal", "service.log"]) {
      writeFileSync(join(root, name), "1");
    }
    await new Promise((resolve) => void setTimeout(resolve, 300));
  });
  expect(runs).toBe(1);
});
