import { isatty } from "node:tty";
import pino, { type DestinationStream } from "pino";
import { describeError } from "./describe-error.js";
import { guardedLog } from "./guarded-log.js";
import { isTracing, traceFields } from "../trace/telemetry.js";
import type { Log, LogLevel } from "./log.js";

export interface LogOptions {
  /** The lowest level that is written. Default `info`. */
  readonly level?: LogLevel | undefined;
}

/** Bytes of lines kept while standard output is blocked, for example by a full disk. Further lines are dropped. */
const MOST_KEPT = 1024 * 1024;

const STANDARD_OUTPUT = 1;

/**
 * The default log of a service: lines on standard output, readable ones on a terminal, else JSON.
 */
export async function createLog(options: LogOptions = {}): Promise<Log> {
  if (!isatty(STANDARD_OUTPUT)) return createJsonLog(options);
  // Loaded only when needed: a service in a container saves the time.
  const { readableLines } = await import("./readable-lines.js");
  return createPinoLog(options, readableLines(standardOutput()));
}

/** A log of JSON lines on standard output, also on a terminal. */
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
    ...(isTracing() && { mixin: traceFields }),
  };
  return guardedLog(pino(settings, destination));
}

/** Writes synchronously, so that nothing is lost when the process exits. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: STANDARD_OUTPUT, sync: true, maxLength: MOST_KEPT });
  // A closed pipe or a full disk must not end the service. There is nothing else to do.
  output.on("error", () => undefined);
  return output;
}
