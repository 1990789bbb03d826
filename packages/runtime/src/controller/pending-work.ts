/** What is left to do without a request: by controllers, schedules and subscriptions. */
export interface PendingWork {
  /** Whether this process does something, or has something to do at once. */
  readonly isBusy: boolean;
  /** When there is something to do next, in milliseconds since 1970; undefined where nothing is known. */
  readonly nextAt: number | undefined;
  /** Whether some of it is another process's, or may be: then this one does not know of all. */
  readonly isElsewhere: boolean;
}

/** The work of several together. */
export function joinPending(all: readonly PendingWork[]): PendingWork {
  const times = all.flatMap(({ nextAt }) => nextAt ?? []);
  return {
    isBusy: all.some(({ isBusy }) => isBusy),
    nextAt: times.length === 0 ? undefined : Math.min(...times),
    isElsewhere: all.some(({ isElsewhere }) => isElsewhere),
  };
}
