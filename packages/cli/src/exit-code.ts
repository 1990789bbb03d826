/** How `cmgen` ends, for scripts and CI. */
export const exitCode = {
  ok: 0,
  /** Generated files do not match the models (`--check`), or a database does not match the migrations. */
  drift: 1,
  /** Some model cannot be generated from. */
  invalidModels: 2,
  /** The config or the command line cannot be followed. */
  usage: 3,
  /** A file is in the way, or cannot be read or written; a database or a service does not do what was asked. */
  files: 4,
  /** A bug of cmgen. */
  bug: 70,
  /** Ctrl-C ended a question, as a shell reports it. */
  cancelled: 130,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];
