import type { Stage } from "@cmgen/generator";

import type { Terminal } from "../terminal.js";

/** How long a stage took, in milliseconds. */
export interface StageTime {
  readonly stage: Stage;
  readonly ms: number;
}

interface StageClock {
  /** Measures a run, which says when its stages begin, and shows the present one. */
  during<Result>(run: (clock: { readonly onStage: (stage: Stage) => void }) => Promise<Result>): Promise<Result>;
  /** The stages of the last run. */
  times(): readonly StageTime[];
}

/** What the line says while a stage lasts. */
const present: Readonly<Record<Stage, string>> = {
  config: "Loading the config",
  read: "Reading models",
  check: "Checking models",
  manifests: "Checking manifests",
  emit: "Making files",
  write: "Writing files",
};

/**
 * Measures the stages of a run and shows them as they pass. A run that has stages at all takes about a second or more, most of it in one
 * go, so the line is there from the start.
 */
export function stageClock({ showProgress }: Pick<Terminal, "showProgress">): StageClock {
  let begun: { readonly stage: Stage; readonly at: number }[] = [];
  let end = 0;
  return {
    during: async (run) => {
      begun = [];
      try {
        return await run({
          onStage: (stage) => {
            begun.push({ stage, at: performance.now() });
            showProgress?.(`${present[stage]} …`);
          },
        });
      } finally {
        // Node.js loads what `performance` is when it is first used: not in a run that has no stages.
        if (begun.length > 0) end = performance.now();
        showProgress?.("");
      }
    },
    times: () => begun.map(({ stage, at }, index) => ({ stage, ms: (begun[index + 1]?.at ?? end) - at })),
  };
}

/** Prints how long each stage of a run took. */
export function reportWork(times: readonly StageTime[], { out }: Pick<Terminal, "out">): void {
  if (times.length === 0) return out("Nothing has changed since the last run: nothing was read.\n");
  for (const { stage, ms } of times) out(`  ${stage.padEnd(10)}${String(Math.round(ms)).padStart(6)} ms\n`);
}
