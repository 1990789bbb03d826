/** Facts beside a log line's message. An error is called `err`: then its stack is logged, with its causes. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Writes a line. The message is the same each time, so that it can be searched for; what differs is in the fields. */
export type LogMethod = (fields: LogFields, message: string) => void;

/**
 * Where the service reports to its operator what happens; callers of the API never see any of it. A pino logger is one, and so is
 * everything else that has these four methods.
 */
export interface Log {
  readonly debug: LogMethod;
  readonly info: LogMethod;
  readonly warn: LogMethod;
  readonly error: LogMethod;
}

/** A log that writes nothing, for tests and embedding. */
export const silentLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** From the most to the least that is logged; each includes those after it. */
export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];
