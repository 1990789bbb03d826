import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readRecord, recordProblem } from "../../scripts/steps/night-record.mjs";

const passed = { commit: "a1", seconds: 5, passed: 9, failed: 0 };

it("is found wherever an artifact has put it", () => {
  const folder = mkdtempSync(join(tmpdir(), "cmgen-record-"));
  expect(readRecord(folder)).toBeUndefined();
  expect(readRecord(join(folder, "not-there"))).toBeUndefined();
  mkdirSync(join(folder, "node_modules", ".cache"), { recursive: true });
  writeFileSync(join(folder, "node_modules", ".cache", "nightly.json"), JSON.stringify(passed));
  expect(readRecord(folder)).toEqual(passed);
  rmSync(folder, { recursive: true });
});

it("allows a release of its own commit, if everything passed", () => {
  expect(recordProblem("a1", passed)).toBeUndefined();
  expect(recordProblem("a1", undefined)).toContain("The night has not tested a1");
  expect(recordProblem("b2", passed)).toContain("The record is of a1, not of b2");
  expect(recordProblem("a1", { ...passed, failed: 1 })).toContain("failed");
  expect(recordProblem("a1", { ...passed, passed: 0 })).toContain("failed");
});
