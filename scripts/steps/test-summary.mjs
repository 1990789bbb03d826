import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./root.mjs";

const directory = join(root, "node_modules", ".cache", "cmgen");
const journal = join(directory, "files.jsonl");
const summaryFile = join(directory, "summary.json");

/** Where a run writes a line for each file that has ended; what an earlier run left there is gone, so that it cannot be taken for this one's. */
export function emptyJournal() {
  mkdirSync(directory, { recursive: true });
  rmSync(journal, { force: true });
  return journal;
}

/** The summary of the run that has just ended; `failedChecks` are the names of the checks that failed. */
export function summaryOf({ exitCode, failedChecks }) {
  return summarize({ files: readResults(journal), exitCode, failedChecks });
}

/** The lines of a journal. A run that was killed may have left half of its last one. */
export function readResults(path) {
  const lines = (readIfThere(path) ?? "").split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line));
}

/** Takes what a killed run has left half-written out of a journal, so that the next run can add to it. */
export function repairJournal(path) {
  const lines = readResults(path).map((result) => `${JSON.stringify(result)}\n`);
  writeFileSync(path, lines.join(""));
}

/**
 * Counts a run by its files: vitest's tests, plus one failure for each thing that went wrong outside of any test. Lists the files that failed,
 * the other failures, and the seconds of each file.
 */
export function summarize({ files, exitCode, failedChecks }) {
  const passed = sum(files.map((file) => file.passed));
  const failedFiles = files.filter(({ failures }) => failures.length > 0);
  const failed = sum(failedFiles.map(({ failures }) => failures.length));
  const otherFailures = failedChecks.map((name) => `the check of ${name}`);
  if (failed === 0 && (exitCode !== 0 || passed === 0)) otherFailures.push(`vitest ended with ${exitCode}`);
  const seconds = Object.fromEntries(files.map((file) => [file.file, file.seconds]));
  return { passed, failed: failed + otherFailures.length, failedFiles, otherFailures, seconds };
}

export function writeSummary(summary) {
  mkdirSync(dirname(summaryFile), { recursive: true });
  writeFileSync(summaryFile, JSON.stringify(summary));
}

/** The summary of the last `npm test`, or `undefined` where it did not get that far. Read once: it is removed. */
export function takeSummary() {
  const text = readIfThere(summaryFile);
  rmSync(summaryFile, { force: true });
  return text === undefined ? undefined : JSON.parse(text);
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

function readIfThere(path) {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}
