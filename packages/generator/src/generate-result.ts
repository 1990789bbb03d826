import type { Rename } from "./evolve/answer-text.js";
import type { BrokenModel } from "./evolve/breaking-changes.js";
import type { AttributeName } from "./model/model.js";
import type { Diagnostic } from "./diagnostic/diagnostic.js";
import type { RunMemory } from "./run-memory.js";
import type { OutputStatus } from "./output/output.js";
import type { FileChange, FileConflict } from "./output/plan-output.js";

export interface GenerateOptions {
  /** Compare only: nothing is written. Default `false`. */
  readonly check?: boolean;
  /** Overwrite files that were edited by hand, or that stand where a generated one belongs. Default `false`. */
  readonly force?: boolean;
  /** Write migrations that lose data. Default `false`. */
  readonly acceptDataLoss?: boolean;
  /** Proceed although stored objects no longer match. Default `false`. */
  readonly acceptBreakingChanges?: boolean;
  /** Fields that were renamed, for the answers to what that breaks. */
  readonly renames?: readonly Rename[];
  /** The time in the name of a new migration. Default: now. */
  readonly time?: Date;
  /** Do everything but write: the outcome says what a run would do. Default `false`. */
  readonly dryRun?: boolean;
  /**
   * Names of emitters, and kinds or plurals of models: only their files are written or compared, and all others stay as they are. Default: all
   * files.
   */
  readonly only?: readonly string[];
  /** Absolute path of the config. Default: the one in the plugin's folder, if there is one. */
  readonly config?: string | undefined;
  /** What the runs of a process hand on to each other: takes less time, and changes no outcome. Default: nothing. */
  readonly memory?: RunMemory;
  /** Called when a stage begins; never in a run that finds that nothing has changed. */
  readonly onStage?: (stage: Stage) => void;
}

/** The stages of a run, in order. */
export type Stage = "config" | "read" | "check" | "manifests" | "emit" | "write";

/**
 * How a run ended. `written`: the files are as the models say, whether any had to change or not. `drift`: they are not, and
 * the run was to compare only. `invalid`: some diagnostic is an error. `data-loss`: a migration would lose data, and nobody
 * said that it may. `breaking`: stored objects would break, and no evolve step says what becomes of them. `conflict`: some file may not be touched. Only the first writes anything.
 */
export type GenerateStatus = OutputStatus | "invalid" | "data-loss" | "breaking";

/** What a model is called, and which of it its declaration does not say. */
export interface DerivedNames {
  readonly kind: string;
  readonly apiVersion: string;
  readonly plural: string;
  readonly singular: string;
  readonly derived: readonly AttributeName[];
}

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
  /** Models whose stored objects the changes break. */
  readonly broken: readonly BrokenModel[];
  /** Models that are new, and what they are called because their declarations do not say it. */
  readonly named: readonly DerivedNames[];
  /** How many generated files are as they should be. */
  readonly unchanged: number;
  /** Absolute paths of the folders in which a change may change the outcome: what a watch mode watches. */
  readonly folders: readonly string[];
}
