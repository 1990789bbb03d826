/** The fields of a log line. An error is called `err`, and is logged with its stack and causes. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Writes a line. The message is constant, so that it can be searched for; what varies is in the fields. */
export type LogMethod = (fields: LogFields, message: string) => void;

/**
 * The service's reports to its operator, which callers of the API never see. A pino logger is one, and so is anything else with these four
 * methods.
 */
export interface Log {
  readonly debug: LogMethod;
  readonly info: LogMethod;
  readonly warn: LogMethod;
  readonly error: LogMethod;
}

/** A log that writes nothing, for tests and embedding. */
export const silentLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** From most to least; each level includes those after it. */
export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];
