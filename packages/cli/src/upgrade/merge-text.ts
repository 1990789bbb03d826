import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { FilesError } from "../usage-error.js";
import { runGit } from "./git.js";
import type { Merged, Versions } from "./merge-json.js";

/** What stands at the marks of a conflict, in the order yours, base, next. */
export type Labels = readonly [own: string, base: string, next: string];

/**
 * Merges texts line by line, as `git merge` does. Where both sides changed the same lines, both are there between marks.
 *
 * @throws {FilesError} where git is not installed.
 */
export function mergeText({ base, own, next }: Versions, labels: Labels): Merged {
  const folder = mkdtempSync(join(tmpdir(), "cmgen-upgrade-"));
  try {
    // A checkout may have other line ends than the templates.
    const hasReturns = own.includes("\r\n");
    const texts = [own, base, next].map((text) => text.replaceAll("\r\n", "\n"));
    const paths = texts.map((text, at) => {
      const path = join(folder, String(at));
      writeFileSync(path, text);
      return path;
    });
    const { status, stdout, stderr } = runGit(folder, [
      "merge-file",
      "-p",
      ...labels.flatMap((label) => ["-L", label]),
      ...paths,
    ]);
    // The status is the number of conflicts, up to 127.
    if (status > 127) throw new FilesError(`git merge-file failed: ${stderr.trim()}`);
    const conflicts = status === 0 ? [] : [`${status} ${status === 1 ? "place is" : "places are"} marked with <<<<<<<`];
    return { text: hasReturns ? stdout.replaceAll("\n", "\r\n") : stdout, conflicts };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
