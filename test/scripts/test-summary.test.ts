import { expect, it } from "vitest";
import { count } from "../../scripts/steps/test-summary.mjs";

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((result) => ({ status: result })),
});

it("counts what passed and failed, and neither skipped nor pending tests", () => {
  const report = { testResults: [file("passed", "passed", "passed", "skipped"), file("failed", "passed", "failed")] };
  expect(count({ report, exitCode: 1, failedChecks: 0 })).toEqual({ passed: 3, failed: 1 });
});

it("counts a file that could not be loaded", () => {
  const report = { testResults: [file("failed"), file("passed", "passed")] };
  expect(count({ report, exitCode: 1, failedChecks: 0 })).toEqual({ passed: 1, failed: 1 });
});

it("counts failed checks", () => {
  const report = { testResults: [file("passed", "passed")] };
  expect(count({ report, exitCode: 0, failedChecks: 2 })).toEqual({ passed: 1, failed: 2 });
});

it.each([
  ["nothing was reported", undefined, 1],
  ["no test ran", { testResults: [] }, 0],
  ["every test passed and vitest failed all the same", { testResults: [file("passed", "passed")] }, 1],
])("fails when %s", (_what, report, exitCode) => {
  expect(count({ report, exitCode, failedChecks: 0 }).failed).toBe(1);
});
