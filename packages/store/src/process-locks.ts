/** A lock that a process holds until it gives it up or loses it. */
export interface HeldLock {
  /** Aborted when the lock is lost, by no wish of its holder: from then on another process may hold it. */
  readonly lost: AbortSignal;
  /**
   * Whether it is held for certain, by a look that costs next to nothing. A process that was stopped, or too busy to confirm its locks for some
   * seconds, may have lost one before {@link lost} reports it.
   */
  isHeld(): boolean;
  /** Gives it up. Once it is lost this does nothing. */
  release(): Promise<void>;
}

/**
 * Locks between the processes of one database. They go with the process that holds them, however it ends, and some seconds after it was
 * stopped. What has only a name is held by
 * one process at a time, and by one holder in it.
 */
export interface ProcessLocks {
  /** Takes a lock; nothing where somebody holds it. Rejects with the driver's error where that cannot be told. */
  tryHold(name: string): Promise<HeldLock | undefined>;
  /**
   * Takes a lock that others may share, and nobody can hold meanwhile; nothing where somebody holds it. On SQLite only one process can
   * take it, so that having none says nothing there.
   */
  tryShare(name: string): Promise<HeldLock | undefined>;
  /** Gives up all of them. */
  close(): Promise<void>;
}
