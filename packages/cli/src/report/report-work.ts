import type { GenerateResult } from "@cmgen/generator";

import type { Terminal } from "../terminal.js";
import type { StageTime } from "./stage-clock.js";

/** Prints what a run did itself, what it took over from earlier ones, and how long each stage took. */
export function reportWork(
  { reuse }: GenerateResult,
  times: readonly StageTime[],
  { out }: Pick<Terminal, "out">,
): void {
  if (times.length === 0) return out("Nothing has changed since the last run: nothing was read.\n");
  if (reuse !== undefined) out(`${reuse.made} generated, ${reuse.kept} reused.\n`);
  for (const { stage, ms } of times) out(`  ${stage.padEnd(10)}${String(Math.round(ms)).padStart(6)} ms\n`);
}
