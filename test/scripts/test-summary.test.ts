import { expect, it } from "vitest";
import { summarize } from "../../scripts/steps/test-summary.mjs";

const file = (status: string, ...tests: string[]) => ({
  name: "a.test.ts",
  status,
  message: "",
  assertionResults: tests.map((result) => ({
    status: result,
    ancestorTitles: [],
    title: "a test",
    failureMessages: [],
  })),
});

it("counts what passed and failed, and neither skipped nor pending tests", () => {
  const report = { testResults: [file("passed", "passed", "passed", "skipped"), file("failed", "passed", "failed")] };
  expect(summarize({ report, exitCode: 1, failedChecks: [] })).toMatchObject({ passed: 3, failed: 1 });
});

it("counts a file that could not be loaded", () => {
  const report = { testResults: [file("failed"), file("passed", "passed")] };
  expect(summarize({ report, exitCode: 1, failedChecks: [] })).toMatchObject({ passed: 1, failed: 1 });
});

it("counts failed checks", () => {
  const report = { testResults: [file("passed", "passed")] };
  expect(summarize({ report, exitCode: 0, failedChecks: ["lint", "format"] })).toMatchObject({ passed: 1, failed: 2 });
});

it.each([
  ["nothing was reported", undefined, 1],
  ["no test ran", { testResults: [] }, 0],
  ["every test passed and vitest failed all the same", { testResults: [file("passed", "passed")] }, 1],
])("fails when %s", (_what, report, exitCode) => {
  expect(summarize({ report, exitCode, failedChecks: [] }).failed).toBe(1);
});
