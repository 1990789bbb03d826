/** Facts beside a log line's message; an error is printed with its stack and cause. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Where the service tells its operator what happens. Callers of the API never see any of it. */
export interface Log {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

type Level = keyof Log;

/** A log of one line an event, `<time> <level> <message> key=value …`; stacks follow on lines of their own. */
export function createTextLog(write: (line: string) => void, clock: () => Date = () => new Date()): Log {
  const log =
    (level: Level) =>
    (message: string, fields: LogFields = {}) => {
      write(`${clock().toISOString()} ${level.padEnd(5)} ${message}${printFields(fields)}\n`);
    };
  return { info: log("info"), warn: log("warn"), error: log("error") };
}

function printFields(fields: LogFields): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}=${printValue(value)}`)
    .join("");
}

function printValue(value: unknown): string {
  if (value instanceof Error) return printError(value);
  if (typeof value === "string" && /^[\w.:/@+-]+$/.test(value)) return value;
  // JSON keeps a caller's text on one line: a line break in it cannot forge a line of the log.
  return JSON.stringify(value, (_, item: unknown) => (typeof item === "bigint" ? String(item) : item)) ?? "undefined";
}

function printError(error: Error): string {
  const stack = error.stack ?? `${error.name}: ${error.message}`;
  const cause = error.cause instanceof Error ? `\n  caused by ${printError(error.cause)}` : "";
  return `${stack.replaceAll("\n", "\n  ")}${cause}`;
}

/** A log that keeps nothing, for tests and embedding. */
export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };
