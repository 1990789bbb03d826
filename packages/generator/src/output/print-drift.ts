import { createTwoFilesPatch } from "diff";

import type { FileChange } from "./plan-output.js";

/** A unified diff of what a run would change, as `patch` and `git apply` take it. */
export function printDrift(changes: readonly FileChange[]): string {
  return changes.map(printChange).join("");
}

function printChange({ path, before, after }: FileChange): string {
  const from = before === undefined ? "/dev/null" : `a/${path}`;
  const to = after === undefined ? "/dev/null" : `b/${path}`;
  const patch = createTwoFilesPatch(from, to, before ?? "", after ?? "", undefined, undefined, { context: 3 });
  return patch.replace(/^=+\n/, "");
}
