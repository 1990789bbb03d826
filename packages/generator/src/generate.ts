import { loadConfig } from "./config/load-config.js";
import type { Diagnostic } from "./diagnostic/diagnostic.js";
import { emit } from "./emit/emit.js";
import { emittersOf } from "./emit/emitters.js";
import { emitMigrations } from "./migrate/emit-migrations.js";
import { output, type OutputStatus } from "./output/output.js";
import type { FileChange, FileConflict } from "./output/plan-output.js";
import { read } from "./read/read.js";

export interface GenerateOptions {
  /** Compare only: nothing is written. Default `false`. */
  readonly check?: boolean;
  /** Overwrite files that were edited by hand, or that stand where a generated one belongs. Default `false`. */
  readonly force?: boolean;
  /** Write migrations that lose data. Default `false`. */
  readonly acceptDataLoss?: boolean;
  /** The time in the name of a new migration. Default: now. */
  readonly time?: Date;
}

/**
 * How a run ended. `written`: the files are as the models say, whether any had to change or not. `drift`: they are not, and
 * the run was to compare only. `invalid`: some diagnostic is an error. `data-loss`: a migration would lose data, and nobody
 * said that it may. `conflict`: some file may not be touched. Only the first writes anything.
 */
export type GenerateStatus = OutputStatus | "invalid" | "data-loss";

export interface GenerateResult {
  readonly status: GenerateStatus;
  readonly diagnostics: readonly Diagnostic[];
  /** Texts of the files diagnostics may point into, by their path in a span. */
  readonly sources: ReadonlyMap<string, string>;
  /** What was, or would be, written and removed. */
  readonly changes: readonly FileChange[];
  readonly conflicts: readonly FileConflict[];
  /** What new migrations lose, each as the end of the sentence "This migration …". */
  readonly losses: readonly string[];
  /** How many files are as they should be. */
  readonly unchanged: number;
}

/**
 * Generates everything a plugin's models ask for: read, check, emit, write.
 *
 * @param root Absolute path of the plugin.
 * @throws {ConfigError} where the config cannot be followed.
 * @throws {MigrationError} where the migrations that are there cannot be continued.
 * @throws {OutputError} where a file cannot be read or written.
 */
export async function generate(root: string, options: GenerateOptions = {}): Promise<GenerateResult> {
  const { check = false, force = false, acceptDataLoss = false, time = new Date() } = options;
  const config = await loadConfig(root);
  const { project, diagnostics, sources } = await read(root, config);
  const nothing = { diagnostics, sources, changes: [], conflicts: [], losses: [], unchanged: 0 };
  if (diagnostics.some(({ severity }) => severity === "error")) return { ...nothing, status: "invalid" };
  const { prismaDir, databases, outDir } = config;
  const migrations = await emitMigrations(project, root, { prismaDir, databases, time });
  const { losses } = migrations;
  if (losses.length > 0 && !check && !acceptDataLoss) return { ...nothing, losses, status: "data-loss" };
  const files = [...emit(emittersOf(config), project, config), ...migrations.files];
  const { status, changes, conflicts, unchanged } = await output(root, files, { outDir, check, force });
  return { status, diagnostics, sources, changes, conflicts, losses, unchanged };
}
