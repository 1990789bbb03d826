import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../../scripts/steps/root.mjs";
import { runFailedAgain, failureParagraph } from "../../scripts/steps/run-failed-again.mjs";
import { summarize } from "../../scripts/steps/test-summary.mjs";

const file = (path: string, ...tests: readonly string[]) => ({
  name: join(root, path),
  status: tests.length > 0 && tests.every((status) => status === "passed") ? "passed" : "failed",
  message: "",
  assertionResults: tests.map((status, at) => ({
    status,
    ancestorTitles: ["a service"],
    title: `test ${at}`,
    failureMessages: status === "failed" ? ["expected 1 to be 2\n    at a.test.ts:3"] : [],
  })),
});

const summaryOf = (testResults: readonly ReturnType<typeof file>[], failedChecks: readonly string[] = []) =>
  summarize({ report: { testResults }, exitCode: 1, failedChecks });

/** Runs files again; the paths of those that were, and what each gives. */
const again = (results: Readonly<Record<string, { readonly passed: number; readonly failed: number }>>) => {
  const paths: string[] = [];
  const run = async (path: string) => {
    paths.push(path);
    return results[path];
  };
  return { paths, run };
};

it("counts as passed what passes alone, and names it", async () => {
  const summary = summaryOf([file("a.test.ts", "passed", "failed", "failed"), file("b.test.ts", "passed")]);
  expect(summary).toMatchObject({ passed: 2, failed: 2 });
  const { paths, run } = again({ "a.test.ts": { passed: 3, failed: 0 } });
  const counts = await runFailedAgain(summary, run);
  expect(paths).toEqual(["a.test.ts"]);
  expect(counts).toMatchObject({ passed: 4, failed: 0 });
  expect(failureParagraph(counts)).toBe(
    "UNSTABLE: a.test.ts > a service > test 1: expected 1 to be 2: failed, then passed alone\n" +
      "UNSTABLE: a.test.ts > a service > test 2: expected 1 to be 2: failed, then passed alone",
  );
});

it("counts a file that could not be loaded, and then could", async () => {
  const { run } = again({ "a.test.ts": { passed: 5, failed: 0 } });
  const counts = await runFailedAgain(summaryOf([file("a.test.ts"), file("b.test.ts", "passed")]), run);
  expect(counts).toEqual({ passed: 6, failed: 0, unstable: ["a.test.ts > the file itself"], failing: [] });
});

it("keeps the failures of a file that fails again, or has no result", async () => {
  const failing = ["a.test.ts", "b.test.ts", "c.test.ts"].map((path) => file(path, "passed", "failed"));
  const { run } = again({ "a.test.ts": { passed: 1, failed: 1 }, "b.test.ts": { passed: 2, failed: 0 } });
  const counts = await runFailedAgain(summaryOf(failing), run);
  expect(counts).toEqual({
    passed: 4,
    failed: 2,
    unstable: ["b.test.ts > a service > test 1: expected 1 to be 2"],
    failing: ["a", "c"].map((name) => `${name}.test.ts > a service > test 1: expected 1 to be 2`),
  });
  expect(failureParagraph(counts)).toContain("\nFAILED: a.test.ts > a service > test 1: expected 1 to be 2\n");
});

it.each([
  ["vitest itself failed", summaryOf([file("a.test.ts", "passed")])],
  ["more than three files failed", summaryOf(["a", "b", "c", "d"].map((path) => file(path, "failed")))],
  ["a check failed too", summaryOf([file("a.test.ts", "failed")], ["lint"])],
])("runs nothing again where %s", async (_what, summary) => {
  const { paths, run } = again({});
  const { passed, failed } = summary;
  const counts = await runFailedAgain(summary, run);
  expect(counts).toMatchObject({ passed, failed, unstable: [] });
  expect(counts.failing).toHaveLength(failed);
  expect(paths).toEqual([]);
});
