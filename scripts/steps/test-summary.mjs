import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { root } from "./root.mjs";

const directory = join(root, "node_modules", ".cache", "cmgen");
const results = join(directory, "vitest.json");
const summaryFile = join(directory, "summary.json");

/** Where vitest is to write its JSON report; what an earlier run left there is gone, so that it cannot be taken for this one's. */
export function resultFile() {
  mkdirSync(directory, { recursive: true });
  rmSync(results, { force: true });
  return results;
}

/** The summary of the run that has just ended; `failedChecks` are the names of the checks that failed. */
export function summaryOf({ exitCode, failedChecks }) {
  return summarize({ report: readJson(results), exitCode, failedChecks });
}

/**
 * Counts a run, by a vitest JSON report or `undefined` where there is none: vitest's tests, plus one failure for each thing that went wrong
 * outside of any test. Lists the files that failed, and the other failures.
 */
export function summarize({ report, exitCode, failedChecks }) {
  const files = report?.testResults ?? [];
  const tests = files.flatMap((file) => file.assertionResults);
  const passed = tests.filter((test) => test.status === "passed").length;
  const failedTests = tests.filter((test) => test.status === "failed").length;
  const brokenFiles = files.filter((file) => file.status === "failed" && !file.assertionResults.some(isFailed)).length;
  const counted = failedTests + brokenFiles;
  const otherFailures = failedChecks.map((name) => `the check of ${name}`);
  if (counted === 0 && (exitCode !== 0 || passed === 0)) otherFailures.push(`vitest ended with ${exitCode}`);
  return { passed, failed: counted + otherFailures.length, failedFiles: failedFiles(report), otherFailures };
}

/** The test files of a vitest JSON report that failed, each with its own counts and the names of its failed tests. */
function failedFiles(report) {
  const files = report?.testResults.filter(({ status }) => status === "failed") ?? [];
  return files.map(({ name, message, assertionResults: tests }) => {
    const names = tests.filter(isFailed).map(nameWithCause);
    const passed = tests.filter(({ status }) => status === "passed").length;
    const path = relative(root, name).replaceAll("\\", "/");
    return {
      path,
      passed,
      failed: Math.max(names.length, 1),
      names: names.length > 0 ? names : [withCause("the file itself", message)],
    };
  });
}

export function writeSummary(summary) {
  mkdirSync(dirname(summaryFile), { recursive: true });
  writeFileSync(summaryFile, JSON.stringify(summary));
}

/** The summary of the last `npm test`, or `undefined` where it did not get that far. Read once: it is removed. */
export function takeSummary() {
  const summary = readJson(summaryFile);
  rmSync(summaryFile, { force: true });
  return summary;
}

const nameWithCause = ({ ancestorTitles, title, failureMessages: [message = ""] }) =>
  withCause([...ancestorTitles, title].join(" > "), message);

/** `a service > lists: expected 1 to be 2`: the first line of a failure, which some records of a run keep of all that it printed. */
function withCause(name, message) {
  const [cause] = message.split("\n");
  return cause === "" ? name : `${name}: ${cause.slice(0, 300)}`;
}

const isFailed = (test) => test.status === "failed";

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}
