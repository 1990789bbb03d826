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

/** Counts a run: vitest's tests, plus one failure for each thing that went wrong outside of any test. Lists the files that failed. */
export function summaryOf({ exitCode, failedChecks }) {
  const report = readJson(results);
  return { ...count({ report, exitCode, failedChecks }), failedFiles: failedFiles(report) };
}

/** The counting alone, on a vitest JSON report or `undefined` where there is none. */
export function count({ report, exitCode, failedChecks }) {
  const files = report?.testResults ?? [];
  const tests = files.flatMap((file) => file.assertionResults);
  const passed = tests.filter((test) => test.status === "passed").length;
  const failedTests = tests.filter((test) => test.status === "failed").length;
  const brokenFiles = files.filter((file) => file.status === "failed" && !file.assertionResults.some(isFailed)).length;
  const counted = failedTests + brokenFiles;
  const unexplained = counted === 0 && (exitCode !== 0 || passed === 0) ? 1 : 0;
  return { passed, failed: counted + unexplained + failedChecks };
}

/** The test files of a vitest JSON report that failed, each with its own counts and the names of its failed tests. */
export function failedFiles(report) {
  const files = report?.testResults.filter(({ status }) => status === "failed") ?? [];
  return files.map(({ name, assertionResults: tests }) => {
    const names = tests.filter(isFailed).map(({ ancestorTitles, title }) => [...ancestorTitles, title].join(" > "));
    const passed = tests.filter(({ status }) => status === "passed").length;
    const path = relative(root, name).replaceAll("\\", "/");
    return { path, passed, failed: Math.max(names.length, 1), names: names.length > 0 ? names : ["the file itself"] };
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

const isFailed = (test) => test.status === "failed";

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}
