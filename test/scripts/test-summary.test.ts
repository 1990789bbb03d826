import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readResults, repairJournal, summarize } from "../../scripts/steps/test-summary.mjs";

const file = (path: string, passed: number, ...failed: readonly string[]) => ({
  file: path,
  seconds: 2,
  passed,
  failures: failed.map((test) => ({ test, message: "" })),
});

it("counts what passed and failed, and what each file took", () => {
  const files = [file("a.test.ts", 2), file("b.test.ts", 1, "one")];
  expect(summarize({ files, exitCode: 1, failedChecks: [] })).toMatchObject({
    passed: 3,
    failed: 1,
    failedFiles: [{ file: "b.test.ts" }],
    seconds: { "a.test.ts": 2, "b.test.ts": 2 },
  });
});

it("counts failed checks", () => {
  const files = [file("a.test.ts", 1)];
  expect(summarize({ files, exitCode: 0, failedChecks: ["lint", "format"] })).toMatchObject({ passed: 1, failed: 2 });
});

it.each([
  ["nothing was reported", [], 1],
  ["no test ran", [], 0],
  ["every test passed and vitest failed all the same", [file("a.test.ts", 1)], 1],
])("fails when %s", (_what, files, exitCode) => {
  expect(summarize({ files, exitCode, failedChecks: [] }).failed).toBe(1);
});

it("reads the journal of a run that was killed, and of none, and goes on with it", () => {
  const folder = mkdtempSync(join(tmpdir(), "cmgen-journal-"));
  const journal = join(folder, "files.jsonl");
  expect(readResults(journal)).toEqual([]);
  writeFileSync(journal, `${JSON.stringify(file("a.test.ts", 1))}\n{"file":"b.te`);
  expect(readResults(journal)).toEqual([file("a.test.ts", 1)]);
  repairJournal(journal);
  appendFileSync(journal, `${JSON.stringify(file("b.test.ts", 2))}\n`);
  expect(readResults(journal)).toEqual([file("a.test.ts", 1), file("b.test.ts", 2)]);
  rmSync(folder, { recursive: true });
});
