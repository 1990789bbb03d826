/** How `cmgen` ends, for scripts and CI: docs/command-line.md has the same table. */
export const exitCode = {
  ok: 0,
  /** A check found something: generated files that differ from the models, migrations that are due, data that does not match. */
  found: 1,
  /** Some model cannot be generated from. */
  invalidModels: 2,
  /** The config or the command line cannot be followed. */
  usage: 3,
  /** A file, the database or the service is in the way of what was asked. */
  refused: 4,
  /** The service does not answer, or the time is over: the same may succeed later. */
  notNow: 5,
  /** A bug of cmgen. */
  bug: 70,
  /** Ctrl-C ended a question, as a shell reports it. */
  cancelled: 130,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];
