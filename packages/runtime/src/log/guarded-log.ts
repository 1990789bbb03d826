import { describeError, printValue } from "./describe-error.js";
import type { Log, LogFields, LogMethod } from "./log.js";

const guardedLogs = new WeakSet<Log>();

/** A log whose methods never throw, so that logging cannot break what it reports. A guarded log is returned as it is. */
export function guardedLog(log: Log): Log {
  if (guardedLogs.has(log)) return log;
  const guardedOne: Log = {
    debug: guarded((fields, message) => log.debug(fields, message)),
    info: guarded((fields, message) => log.info(fields, message)),
    warn: guarded((fields, message) => log.warn(fields, message)),
    error: guarded((fields, message) => log.error(fields, message)),
  };
  guardedLogs.add(guardedOne);
  return guardedOne;
}

function guarded(write: LogMethod): LogMethod {
  return (fields, message) => {
    // Plugins call this too, some of them from JavaScript.
    const [plain, text] = typeof fields === "string" && message === undefined ? [{}, fields] : [fields, message];
    const printed = typeof text === "string" ? text : printValue(text);
    try {
      write(plain, printed);
    } catch {
      writePlainly(write, plain, printed);
    }
  };
}

/** The getter of a field or of an error in it may throw. The line is written with what can be read. */
function writePlainly(write: LogMethod, fields: LogFields, message: string): void {
  try {
    write(plainFields(fields), message);
  } catch {
    // The log itself is broken, and there is nowhere else to report that.
  }
}

function plainFields(fields: LogFields): LogFields {
  try {
    return Object.fromEntries(Object.keys(fields).map((name) => [name, plainField(fields, name)]));
  } catch {
    return { fields: printValue(fields) };
  }
}

/** An error that looks like the one thrown but runs none of its code. */
function plainError(thrown: unknown): Error {
  const { type, message, stack } = describeError(thrown);
  const error = new Error(message);
  Object.defineProperty(error, "name", { value: type });
  Object.defineProperty(error, "stack", { value: stack ?? message });
  return error;
}

function plainField(fields: LogFields, name: string): unknown {
  try {
    const value = fields[name];
    if (name === "err") return plainError(value);
    return typeof value === "object" || typeof value === "function" ? printValue(value) : value;
  } catch (error) {
    return `[cannot be read: ${describeError(error).message}]`;
  }
}
