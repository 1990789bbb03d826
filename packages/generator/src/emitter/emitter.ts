import type { Model, ProjectModel } from "../model/model.js";

/** A file as data. `path` is relative to the plugin's root, with `/`. */
export interface GeneratedFile {
  readonly path: string;
  readonly contents: string;
  /**
   * What becomes of a file that is there already. `"overwrite"`, the default: it is ours, rewritten with each run, and removed
   * once no emitter makes it any more. `"keep"`: it is written once and then history, never changed and never removed. `"replace"`: it is
   * history that goes on: rewritten, and not removed either.
   */
  readonly ifExists?: "overwrite" | "keep" | "replace";
  /** Whether `contents` is written as it is. Else TypeScript is formatted. */
  readonly verbatim?: boolean;
  /** The model whose own file this is. */
  readonly model?: Model;
}

/** What the last run left. Paths are relative to the plugin's root. */
export interface LastOutput {
  /** Paths of the files it wrote. */
  readonly paths: readonly string[];
  /** Whether it wrote `contents` there. */
  wrote(path: string, contents: string): boolean;
  /** What is there now. */
  read(path: string): string | undefined;
}

/** Places an emitter writes below, relative to the plugin's root, with `/`, without a trailing one. */
export interface EmitContext {
  readonly outDir: string;
  readonly prismaDir: string;
}

/** Turns models into files. Sees plain data only and touches no disk. */
export interface Emitter {
  readonly name: string;
  /**
   * Files that it reads beside what it is given, relative to the plugin's root: with them its files follow from the models, the config, and the
   * modules that the config imports by a path. `[]` if it reads none. A run with an emitter that does not say this is never skipped.
   */
  readonly inputs?: readonly string[];
  emit(project: ProjectModel, context: EmitContext): readonly GeneratedFile[];
}

/** Types an emitter; returns it as it is. */
export function defineEmitter(emitter: Emitter): Emitter {
  return emitter;
}
