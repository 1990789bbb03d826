/** How far the indexes of a resource are. */
export interface IndexBuildProgress {
  /** `<plural>.<group>`. */
  readonly resource: string;
  /** Names of the indexes being built, which are filled in one pass over the objects. */
  readonly indexes: readonly string[];
  readonly done: number;
  readonly total: number;
}

export interface IndexBuildOptions {
  readonly onProgress?: (progress: IndexBuildProgress) => void;
  /** Stops the building between two batches; it goes on from there when it is next begun. */
  readonly signal?: AbortSignal;
  /** Objects that are indexed in one transaction. */
  readonly batch?: number;
}
