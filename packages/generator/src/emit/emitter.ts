import type { Model, ProjectModel } from "../model/model.js";
import type { ProjectKeys } from "./model-keys.js";
import type { LastPieces, Piece } from "./pieces.js";

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
  /** What single models and types brought into it, in its order: the next run takes over what still holds. Only of a file that is not formatted. */
  readonly pieces?: readonly Piece[];
  /** The model whose own file this is: as long as nothing changes of what the model is made of, the file is not made again. */
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
  /** The models whose own files are wanted; absent where all are. */
  readonly only?: ReadonlySet<Model>;
  /** What models and types depend on, as hashes; absent where nothing of it is kept. */
  readonly keys?: ProjectKeys;
  /** The {@link GeneratedFile.pieces} of a file that the last run wrote; absent where there are none that can be used. */
  readonly lastPieces?: (path: string) => LastPieces | undefined;
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

/** As an {@link Emitter}, but its files may be made in another thread, while other emitters run in this one. */
export interface AsyncEmitter {
  readonly name: string;
  emit(project: ProjectModel, context: EmitContext): readonly GeneratedFile[] | Promise<readonly GeneratedFile[]>;
}
