import { isatty } from "node:tty";
import pino, { type DestinationStream } from "pino";
import { describeError } from "./describe-error.js";
import { guardedLog } from "./guarded-log.js";
import type { Log, LogLevel } from "./log.js";

export interface LogOptions {
  /** The least important lines that are written. Default `info`. */
  readonly level?: LogLevel | undefined;
}

/** Lines that are kept while standard output takes none (its disk is full, say), in bytes; what comes on top is dropped. */
const MOST_KEPT = 1024 * 1024;

const STANDARD_OUTPUT = 1;

/**
 * The log that a service writes unless it is given another: to standard output, lines for people where that is a terminal, else JSON
 * lines.
 */
export async function createLog(options: LogOptions = {}): Promise<Log> {
  if (!isatty(STANDARD_OUTPUT)) return createJsonLog(options);
  // It takes time to load, which a service in a container need not spend.
  const { readableLines } = await import("./readable-lines.js");
  return createPinoLog(options, readableLines(standardOutput()));
}

/** A log of JSON lines on standard output, wherever that leads. */
export function createJsonLog(options: LogOptions = {}): Log {
  return createPinoLog(options, standardOutput());
}

/** A log of JSON lines to a destination. */
export function createPinoLog({ level = "info" }: LogOptions, destination: DestinationStream): Log {
  const settings = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (name: string) => ({ level: name }) },
    serializers: { err: describeError },
  };
  return guardedLog(pino(settings, destination));
}

/** Written at once, so that nothing is lost when the process exits. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: STANDARD_OUTPUT, sync: true, maxLength: MOST_KEPT });
  // A reader that went away, or a full disk, must not end the service: nothing else is to be done about it.
  output.on("error", () => undefined);
  return output;
}
