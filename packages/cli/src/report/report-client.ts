import { type ClientResult, printDrift } from "@cmgen/generator";

import type { Terminal } from "../terminal.js";
import { conflictReasons, count, summary } from "./outcome-text.js";

/**
 * Says how `cmgen client` ended.
 *
 * @param shown a path below the client's folder as the user would write it
 */
export async function reportClient(
  { status, changes, conflicts, unchanged }: ClientResult,
  shown: (path: string) => string,
  { out, error }: Terminal,
): Promise<void> {
  if (status === "written") out(`${summary(changes, unchanged)}\n`);
  if (status === "drift") {
    out(await printDrift(changes.map((change) => ({ ...change, path: shown(change.path) }))));
    error(`${count(changes.length, "file")} out of date. Run \`cmgen client\` again without --check.\n`);
  }
  if (status === "conflict") {
    for (const { path, reason } of conflicts) error(`${shown(path)}: ${conflictReasons[reason]}\n`);
    error("Nothing was written. Back up your edits, then run `cmgen client` with --force.\n");
  }
}
