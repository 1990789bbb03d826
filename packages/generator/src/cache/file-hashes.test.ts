import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { contentHash } from "../output/content-hash.js";
import { FileHashes } from "./file-hashes.js";

const path = "note.ts";
const [first, second] = ["// A note", "// A NOTE"];
/** Longer than two changes may have the same time. */
const aTick = 150;
const long = new Date(2020, 0, 1);

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cmgen-hashes-"));
});

afterEach(() => {
  vi.useRealTimers();
  rmSync(root, { recursive: true });
});

/** Texts of one size, with times of long ago: to tell them apart a file system has only what it says itself of a change. */
function put(text: string): void {
  writeFileSync(join(root, path), text);
  utimesSync(join(root, path), long, long);
}

/** From now on it is a moment after the file's last change, however long the machine takes for what comes next. */
function stopTheClock(): void {
  vi.useFakeTimers({ toFake: ["Date"], now: statSync(join(root, path)).ctimeMs + 1 });
}

/** What the next run knows, told that the file had another hash: it is read again if that is not believed. */
function nextRun(hashes: FileHashes): FileHashes {
  const outputs = { [path]: contentHash(first) };
  const stamps = hashes.stampsOf({ inputs: {}, outputs });
  return new FileHashes(root, { inputs: {}, outputs: { [path]: "as it was" }, stamps });
}

test("a file that looks as it did is not read again", async () => {
  put(first);
  await setTimeout(aTick);
  const hashes = new FileHashes(root);
  expect(hashes.of(path)).toBe(contentHash(first));
  expect(hashes.hasLearned).toBe(true);
  expect(nextRun(hashes).of(path)).toBe("as it was");
});

test("a file of the same size and times with another text is read again", async () => {
  put(first);
  await setTimeout(aTick);
  const hashes = new FileHashes(root);
  hashes.of(path);
  put(second);
  expect(nextRun(hashes).of(path)).toBe(contentHash(second));
});

test("a file that was changed just now is read again: one more change might not show", () => {
  put(first);
  stopTheClock();
  const hashes = new FileHashes(root);
  expect(hashes.of(path)).toBe(contentHash(first));
  expect(hashes.hasLearned).toBe(false);
  expect(nextRun(hashes).of(path)).toBe(contentHash(first));
});

test("looks are kept of a file with the hash that a record has, and of no other", async () => {
  put(first);
  await setTimeout(aTick);
  const hashes = new FileHashes(root);
  hashes.of(path);
  expect(hashes.stampsOf({ inputs: {}, outputs: { [path]: contentHash(second) } })).toEqual({});
});

test("a file that this run wrote is not read by the next, if it has been there for longer than two changes may have the same time", async () => {
  put(first);
  stopTheClock();
  const hashes = new FileHashes(root);
  hashes.wrote(path, statSync(join(root, path)));
  expect(nextRun(hashes).of(path)).toBe(contentHash(first));
  vi.useRealTimers();
  await setTimeout(aTick);
  expect(nextRun(hashes).of(path)).toBe("as it was");
  put(second);
  expect(nextRun(hashes).of(path)).toBe(contentHash(second));
});

test("a file that is not there has no hash", () => {
  expect(new FileHashes(root).of(path)).toBeUndefined();
});
