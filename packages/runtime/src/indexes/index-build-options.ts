/** The progress of a resource's indexes. */
export interface IndexBuildProgress {
  /** `<plural>.<group>`. */
  readonly resource: string;
  /** Names of the indexes being built, in one pass over the objects. */
  readonly indexes: readonly string[];
  readonly done: number;
  readonly total: number;
}

export interface IndexBuildOptions {
  readonly onProgress?: (progress: IndexBuildProgress) => void;
  /** Stops the build between two batches. The next build continues there. */
  readonly signal?: AbortSignal;
  /** Objects indexed in one transaction. */
  readonly batch?: number;
}
