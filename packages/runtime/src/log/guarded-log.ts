import { describeError, printValue } from "./describe-error.js";
import type { Log, LogFields, LogMethod } from "./log.js";

const guardedLogs = new WeakSet<Log>();

/** A log whose lines never throw: what is reported must not fail for being reported. A log that is guarded already stays as it is. */
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
    // Plugins call this, too, and not all of them from TypeScript.
    const [plain, text] = typeof fields === "string" && message === undefined ? [{}, fields] : [fields, message];
    const printed = typeof text === "string" ? text : printValue(text);
    try {
      write(plain, printed);
    } catch {
      writePlainly(write, plain, printed);
    }
  };
}

/** A field's getter, or one of an error in it, may have thrown: the line is written with what can be read. */
function writePlainly(write: LogMethod, fields: LogFields, message: string): void {
  try {
    write(plainFields(fields), message);
  } catch {
    // The log itself is broken, and there is no other place to report that.
  }
}

function plainFields(fields: LogFields): LogFields {
  try {
    return Object.fromEntries(Object.keys(fields).map((name) => [name, plainField(fields, name)]));
  } catch {
    return { fields: printValue(fields) };
  }
}

/** An error that reads like the one thrown and has no code of its own. */
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
