import { join, relative } from "node:path";
import { relativePath } from "@cmgen/generator/paths";

import { reportFile } from "../report/report-file.js";
import type { ScaffoldOutcome } from "../scaffold/write-scaffold.js";
import type { Terminal } from "../terminal.js";

export interface WrittenScaffold {
  readonly target: string;
  readonly outcome: ScaffoldOutcome;
  readonly dryRun: boolean;
}

/** Prints a line for each file of a scaffold, and how many there are. */
export function reportOutcome(
  { target, outcome: { written, kept }, dryRun }: WrittenScaffold,
  terminal: Terminal,
): void {
  const shown = (path: string): string => relativePath(terminal.workingFolder, join(target, path));
  for (const path of written) reportFile({ fate: "create", path: shown(path) }, terminal);
  for (const path of kept)
    reportFile({ fate: "skip", path: shown(path), reason: "is there already and stays as it is" }, terminal);
  const place = relative(terminal.workingFolder, target) || "this folder";
  terminal.out(`\n${written.length} files ${dryRun ? "would be " : ""}written to ${place}.\n`);
}
