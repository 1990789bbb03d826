import type { ResolvedConfig } from "../config/resolved-config.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import type { ProjectModel } from "../model/model.js";

/** What the reader needs to know of a config. */
export type ReadConfig = Pick<ResolvedConfig, "models" | "outDir" | "prismaClientDir" | "server"> &
  Partial<Pick<ResolvedConfig, "plugins" | "typeNames" | "api">>;

export interface ReadResult {
  /** What could be read; complete only where no diagnostic is an error. */
  readonly project: ProjectModel;
  readonly diagnostics: readonly Diagnostic[];
  /** Texts of the files spans may point into, by their path in {@link SourceSpan.file}: what printing a diagnostic needs. */
  readonly sources: ReadonlyMap<string, string>;
  /** Texts of all files the outcome depends on, by absolute path. */
  readonly inputs: ReadonlyMap<string, string>;
  /** Folders, as absolute paths, in which a file that is added may change the outcome. */
  readonly folders: ReadonlySet<string>;
}
