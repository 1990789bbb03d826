import type { EvolveProgress } from "../evolve/evolve-tables.js";
import { BuildReporter } from "../indexes/build-reporter.js";
import type { IndexBuildProgress } from "../indexes/index-build-options.js";
import type { Log } from "../log/log.js";

/** What logs how far a plugin's start is. */
export interface ProgressReporters {
  readonly evolving: BuildReporter<EvolveProgress>;
  readonly indexing: BuildReporter<IndexBuildProgress>;
}

export function progressReporters(log: Log): ProgressReporters {
  return {
    evolving: new BuildReporter({ log, words: ["changing objects", "objects changed"] }),
    indexing: new BuildReporter({ log, words: ["building indexes", "indexes built"] }),
  };
}
