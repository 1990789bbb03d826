import type { Terminal } from "../terminal.js";
import type { StageTime } from "./stage-clock.js";

/** Prints how long each stage of a run took. */
export function reportWork(times: readonly StageTime[], { out }: Pick<Terminal, "out">): void {
  if (times.length === 0) return out("Nothing has changed since the last run: nothing was read.\n");
  for (const { stage, ms } of times) out(`  ${stage.padEnd(10)}${String(Math.round(ms)).padStart(6)} ms\n`);
}
