import { spawnSync } from "node:child_process";

import { FilesError } from "../usage-error.js";

export interface GitRun {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** @throws {FilesError} where git cannot be started. */
export function runGit(folder: string, args: readonly string[]): GitRun {
  const { status, stdout, stderr, error } = spawnSync("git", args, { cwd: folder, encoding: "utf8" });
  if (error !== undefined)
    throw new FilesError(`git could not be started: ${error.message}. Install it, and try again.`);
  return { status: status ?? 255, stdout, stderr };
}

/**
 * Makes sure that whatever is changed in a folder can be undone.
 *
 * @throws {FilesError} where it has changes that are not committed, or is in no repository.
 */
export function assertCommitted(folder: string): void {
  const { status, stdout } = runGit(folder, ["status", "--porcelain", "--", "."]);
  if (status !== 0) {
    throw new FilesError(
      `${folder} is not in a git repository, so an upgrade could not be undone. --force upgrades all the same.`,
    );
  }
  const changed = stdout.split("\n").filter((line) => line !== "");
  if (changed.length === 0) return;
  const listed = changed.slice(0, 10).join("\n");
  throw new FilesError(
    `${folder} has changes that are not committed:\n${listed}\nCommit them first, so that the upgrade can be seen and undone. --force upgrades all the same.`,
  );
}
