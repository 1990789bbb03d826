import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";

/** Of the last ten lines of test/unstable.jsonl as many may be about one file. The next one parks it. */
const KEPT_LINES = 10;
const PARKING_LINE = 3;

/** More may not be parked at a time: they must be fixed first. */
export const mostParkedFiles = 3;

/**
 * Files that a landing leaves out until they are fixed, by the table of test/parked.md.
 *
 * @returns {string[]}
 */
export function parkedFiles(text = readFileSync(join(root, "test", "parked.md"), "utf8")) {
  return [...text.matchAll(/^\| `([^`]+)`\s*\|/gm)].map(([, file]) => file);
}

/** Files that failed and then passed alone so often, by test/unstable.jsonl, that they are to be parked. */
export function filesToPark(text = readFileSync(join(root, "test", "unstable.jsonl"), "utf8")) {
  const lines = text.split("\n").filter((line) => line !== "");
  const files = lines.slice(-KEPT_LINES).map((line) => JSON.parse(line).file);
  return [...new Set(files)].filter((file) => files.filter((other) => other === file).length >= PARKING_LINE);
}

/** What is wrong with the files that are parked, or `undefined`. */
export function parkingProblem(parked = parkedFiles(), toPark = filesToPark()) {
  const missing = toPark.filter((file) => !parked.includes(file));
  const gone = parked.filter((file) => !existsSync(join(root, file)));
  if (missing.length > 0) {
    return `${missing.join()} failed ${PARKING_LINE} times among the last ${KEPT_LINES} lines of test/unstable.jsonl: add it to test/parked.md, or fix it and delete its lines`;
  }
  if (gone.length > 0) return `test/parked.md lists a file that does not exist: ${gone.join()}`;
  if (parked.length > mostParkedFiles)
    return `test/parked.md lists ${parked.length} files; fix all but ${mostParkedFiles}`;
  return undefined;
}
