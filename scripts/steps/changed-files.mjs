import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";

/**
 * The files that differ from the commit that a change began at: the merge base with main; on main itself the last commit that the night has
 * tested. Paths are relative to the root. What is not committed counts. `undefined` where there is no such commit.
 */
export function changedFiles() {
  const base = mergeBase() ?? testedCommit();
  if (base === undefined) return undefined;
  const changed = git("diff", "--name-only", base) ?? "";
  const untracked = git("ls-files", "--others", "--exclude-standard") ?? "";
  return [...new Set(`${changed}\n${untracked}`.split("\n").filter((path) => path !== ""))];
}

/** Where this branch left main, or `undefined` on main. */
function mergeBase() {
  const head = git("rev-parse", "HEAD");
  const bases = ["origin/main", "main"].map((branch) => git("merge-base", "HEAD", branch));
  return bases.find((base) => base !== undefined && base !== head);
}

/** The commit of the record in test/seconds.json, if the history has it. */
function testedCommit() {
  const { record } = JSON.parse(readFileSync(join(root, "test", "seconds.json"), "utf8"));
  return record === undefined ? undefined : git("rev-parse", "--verify", "--quiet", `${record.commit}^{commit}`);
}

function git(...args) {
  try {
    return execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch (error) {
    // Asked of a commit or a branch that this clone does not have.
    if (typeof error.status === "number") return undefined;
    throw error;
  }
}
