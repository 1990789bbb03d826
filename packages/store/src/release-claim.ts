/** What a release declares for a table, and what tells whether it is newer than another. */
export interface ReleaseClaim {
  /** Fingerprint of the table's indexes and evolve steps. */
  readonly declaration: string;
  /** Names of the migrations that the release ships; undefined if that is not known. */
  readonly migrations: ReadonlySet<string> | undefined;
  /** Whether the table may be taken from a release that still runs, if that is the older one. */
  readonly takeOver: boolean;
  /** A declaration of which no process runs; undefined if there is none. The table may be taken from it in any case. */
  readonly ended: string | undefined;
}

/** The declaration of a table. */
export interface TableDeclaration {
  readonly declaration: string;
  /**
   * Whether the release still checks what was written before it had the table. Until then the processes of the release before it go on serving
   * reads; their writes are refused.
   */
  readonly isTried: boolean;
}
