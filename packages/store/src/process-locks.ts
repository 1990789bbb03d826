/** Shows in a write's transaction whether a lock is still held. */
export interface Fence {
  /** Name of the lock. */
  readonly lock: string;
  /** Process id of the server's session that holds it. */
  readonly holder: number;
}

/** A lock that a process holds until it gives it up or loses it. */
export interface HeldLock {
  /** Aborted when the lock is lost against its holder's will. From then on another process may hold it. */
  readonly lost: AbortSignal;
  /**
   * Whether it is certainly held; cheap to ask. A process that was stopped, or too busy to confirm its locks for some seconds, may have lost one
   * before {@link lost} reports it.
   */
  isHeld(): boolean;
  /** What writes state that must not be done once the lock is lost; absent where it cannot be lost: on SQLite. */
  readonly fence?: Fence;
  /** Releases the lock. Does nothing if it is lost. */
  release(): Promise<void>;
}

/**
 * Locks between the processes of one database. A lock is released when its process ends, however that happens, and some seconds after the
 * process was stopped. A lock is held by one process at a time, and by one holder in it. An SQLite database belongs to one process, so its
 * locks are between the holders in it.
 */
export interface ProcessLocks {
  /** Takes a lock; `undefined` if it is held. Rejects with the driver's error if the database cannot be asked. */
  tryHold(name: string): Promise<HeldLock | undefined>;
  /**
   * Takes a shared lock: others may share it, and nobody can take it exclusively. `undefined` if it is held exclusively. On SQLite it has one
   * holder.
   */
  tryShare(name: string): Promise<HeldLock | undefined>;
  /** Releases all of them. */
  close(): Promise<void>;
}
