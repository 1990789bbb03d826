import { loadConfig } from "./config/load-config.js";
import type { Diagnostic } from "./diagnostic/diagnostic.js";
import { emit } from "./emit/emit.js";
import { emittersOf } from "./emit/emitters.js";
import { output, type OutputStatus } from "./output/output.js";
import type { FileChange, FileConflict } from "./output/plan-output.js";
import { read } from "./read/read.js";

export interface GenerateOptions {
  /** Compare only: nothing is written. Default `false`. */
  readonly check?: boolean;
  /** Overwrite files that were edited by hand, or that stand where a generated one belongs. Default `false`. */
  readonly force?: boolean;
}

/**
 * How a run ended. `written`: the files are as the models say, whether any had to change or not. `drift`: they are not, and
 * the run was to compare only. `invalid`: some diagnostic is an error. `conflict`: some file may not be touched. Only the
 * first writes anything.
 */
export type GenerateStatus = OutputStatus | "invalid";

export interface GenerateResult {
  readonly status: GenerateStatus;
  readonly diagnostics: readonly Diagnostic[];
  /** Texts of the files diagnostics may point into, by their path in a span. */
  readonly sources: ReadonlyMap<string, string>;
  /** What was, or would be, written and removed. */
  readonly changes: readonly FileChange[];
  readonly conflicts: readonly FileConflict[];
  /** How many files are as they should be. */
  readonly unchanged: number;
}

/**
 * Generates everything a plugin's models ask for: read, check, emit, write.
 *
 * @param root Absolute path of the plugin.
 * @throws {ConfigError} where the config cannot be followed.
 * @throws {OutputError} where a file cannot be read or written.
 */
export async function generate(root: string, options: GenerateOptions = {}): Promise<GenerateResult> {
  const { check = false, force = false } = options;
  const config = await loadConfig(root);
  const { project, diagnostics, sources } = await read(root, config);
  if (diagnostics.some(({ severity }) => severity === "error")) {
    return { status: "invalid", diagnostics, sources, changes: [], conflicts: [], unchanged: 0 };
  }
  const files = emit(emittersOf(config), project, config);
  const { status, changes, conflicts, unchanged } = await output(root, files, { outDir: config.outDir, check, force });
  return { status, diagnostics, sources, changes, conflicts, unchanged };
}
