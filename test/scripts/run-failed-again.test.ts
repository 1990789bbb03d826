import { expect, it } from "vitest";
import { runFailedAgain, failureParagraph } from "../../scripts/steps/run-failed-again.mjs";
import { summarize } from "../../scripts/steps/test-summary.mjs";

const cause = 'expected 1 to be 2\n{ seed: -7, path: "3" }';

/** A file of which so many tests passed, and those failed. */
const file = (path: string, passed: number, ...failed: readonly string[]) => ({
  file: path,
  seconds: 1,
  passed,
  failures: failed.map((test) => ({ test, message: cause })),
});

const summaryOf = (files: readonly ReturnType<typeof file>[], failedChecks: readonly string[] = []) =>
  summarize({ files, exitCode: 1, failedChecks });

/** Runs files again; the paths of those that were, and what each gives. */
const again = (results: Readonly<Record<string, { readonly passed: number; readonly failed: number }>>) => {
  const paths: string[] = [];
  const run = async (path: string) => {
    paths.push(path);
    return results[path];
  };
  return { paths, run };
};

it("counts as passed what passes alone, and gives a line about each for test/unstable.jsonl", async () => {
  const summary = summaryOf([file("a.test.ts", 1, "one", "two"), file("b.test.ts", 1)]);
  expect(summary).toMatchObject({ passed: 2, failed: 2 });
  const { paths, run } = again({ "a.test.ts": { passed: 3, failed: 0 } });
  const counts = await runFailedAgain(summary, run);
  expect(paths).toEqual(["a.test.ts"]);
  expect(counts).toMatchObject({ passed: 4, failed: 0 });
  const [first = "", second, advice] = failureParagraph(counts).split("\n");
  expect(JSON.parse(first.slice("UNSTABLE: ".length))).toEqual({
    file: "a.test.ts",
    test: "one",
    cause: "expected 1 to be 2",
    seed: -7,
    load: expect.any(Number),
    date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  });
  expect(second).toContain('"test":"two"');
  expect(advice).toContain("test/unstable.jsonl");
});

it("keeps the failures of a file that fails again, or has no result", async () => {
  const failing = ["a.test.ts", "b.test.ts", "c.test.ts"].map((path) => file(path, 1, "one"));
  const { run } = again({ "a.test.ts": { passed: 1, failed: 1 }, "b.test.ts": { passed: 2, failed: 0 } });
  const counts = await runFailedAgain(summaryOf(failing), run);
  expect(counts).toMatchObject({
    passed: 4,
    failed: 2,
    unstable: [{ file: "b.test.ts", test: "one" }],
    failing: ["a", "c"].map((name) => `${name}.test.ts > one: expected 1 to be 2`),
  });
  expect(failureParagraph(counts)).toContain("\nFAILED: a.test.ts > one: expected 1 to be 2\n");
});

it.each([
  ["vitest itself failed", summaryOf([file("a.test.ts", 1)])],
  ["more than three files failed", summaryOf(["a", "b", "c", "d"].map((path) => file(path, 0, "one")))],
  ["a check failed too", summaryOf([file("a.test.ts", 0, "one")], ["lint"])],
])("runs nothing again where %s", async (_what, summary) => {
  const { paths, run } = again({});
  const { passed, failed } = summary;
  const counts = await runFailedAgain(summary, run);
  expect(counts).toMatchObject({ passed, failed, unstable: [] });
  expect(counts.failing).toHaveLength(failed);
  expect(paths).toEqual([]);
});
