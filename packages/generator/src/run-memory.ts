import type { KnownModels } from "./read/known/known-models.js";
import type { Formatted } from "./output/format-files.js";
import type { CompiledFunction } from "./validator/compile-function.js";
import { RecentValues } from "./memory/recent-values.js";

/**
 * What the runs of one process, that of `dev` or `--watch`, hand on to each other: what takes most of their time. A run with a memory does
 * what one without does.
 */
export class RunMemory {
  /** What was read of the modules; see {@link KnownModels}. */
  known: KnownModels | undefined;
  /** Functions that check values, by their schemas. */
  readonly validators = new RecentValues<CompiledFunction>();
  /** Formatted modules, by their texts. */
  readonly formatted = new RecentValues<Promise<Formatted>>();

  /** Forgets what the run that ends here had no use for. */
  endRun(): void {
    this.validators.endRun();
    this.formatted.endRun();
  }
}
