import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The record that `npm run nightly` has left somewhere below a folder; `undefined` if there is none. */
export function readRecord(folder) {
  if (!existsSync(folder)) return undefined;
  const path = readdirSync(folder, { recursive: true, encoding: "utf8" }).find((name) =>
    /(?:^|[\\/])nightly\.json$/.test(name),
  );
  return path === undefined ? undefined : JSON.parse(readFileSync(join(folder, path), "utf8"));
}

/** Why a record does not allow a release of a commit, or `undefined`. */
export function recordProblem(commit, record) {
  const advice = "start the workflow Nightly for this commit, and release when it has passed";
  if (record === undefined) return `The night has not tested ${commit}: ${advice}.`;
  if (record.commit !== commit) return `The record is of ${record.commit}, not of ${commit}: ${advice}.`;
  if (record.failed !== 0 || record.passed === 0) return `The night of ${commit} failed: ${JSON.stringify(record)}.`;
  return undefined;
}
