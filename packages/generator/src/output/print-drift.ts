import type { createTwoFilesPatch } from "diff";

import type { FileChange } from "./plan-output.js";

/** A unified diff of what a run would change, as `patch` and `git apply` take it. */
export async function printDrift(changes: readonly FileChange[]): Promise<string> {
  const { createTwoFilesPatch } = await import("diff");
  return changes.map((change) => printChange(change, createTwoFilesPatch)).join("");
}

function printChange({ path, before, after }: FileChange, createPatch: typeof createTwoFilesPatch): string {
  const from = before === undefined ? "/dev/null" : `a/${path}`;
  const to = after === undefined ? "/dev/null" : `b/${path}`;
  const patch = createPatch(from, to, before ?? "", after ?? "", undefined, undefined, { context: 3 });
  return patch.replace(/^=+\n/, "");
}
