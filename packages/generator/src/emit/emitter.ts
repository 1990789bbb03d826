import type { ProjectModel } from "../model/model.js";

/** A file as data. `path` is relative to the plugin's root, with `/`. */
export interface GeneratedFile {
  readonly path: string;
  readonly contents: string;
}

/** Places an emitter writes below, relative to the plugin's root, with `/`, without a trailing one. */
export interface EmitContext {
  readonly outDir: string;
  readonly prismaDir: string;
}

/** Turns models into files. Sees plain data only and touches no disk. */
export interface Emitter {
  readonly name: string;
  emit(project: ProjectModel, context: EmitContext): readonly GeneratedFile[];
}
