import { inspect } from "node:util";

/** A thrown value as a log line has it. */
export interface DescribedError {
  /** Name of the error's class, or the type of a value that is not an error. */
  readonly type: string;
  readonly message: string;
  /** A code that Node or a database driver gave it. */
  readonly code?: string;
  /** The stack, and below it the causes, the errors of an `AggregateError` and what else the error has, each with its own stack. */
  readonly stack?: string;
}

/** Longest text of an error in a line, in characters. Errors of drivers can quote whole documents. */
const LONGEST = 16_384;

/** Describes whatever was thrown. Never throws: a value's own getters, its `toString` and the traps of a proxy may. */
export function describeError(thrown: unknown): DescribedError {
  if (!isError(thrown)) return { type: typeof thrown, message: printValue(thrown) };
  const code = attempt(() => ("code" in thrown ? thrown.code : undefined));
  return {
    type: textOf(() => thrown.name) ?? "Error",
    message: textOf(() => thrown.message) ?? "",
    ...((typeof code === "string" || typeof code === "number") && { code: String(code) }),
    stack: printValue(thrown),
  };
}

/** Any value as text of limited length; a circle is printed once, and no code of the value's own is run for it. */
export function printValue(value: unknown): string {
  if (typeof value === "string") return shortened(value);
  const options = { depth: 6, maxArrayLength: 20, maxStringLength: 4096, customInspect: false };
  return shortened(attempt(() => inspect(value, options)) ?? "[cannot be printed]");
}

/** `instanceof` throws for a proxy whose traps throw. */
export function isError(thrown: unknown): thrown is Error {
  return attempt(() => thrown instanceof Error) === true;
}

function textOf(read: () => unknown): string | undefined {
  const value = attempt(read);
  return typeof value === "string" ? shortened(value) : undefined;
}

function shortened(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}… (${text.length - LONGEST} characters more)`;
}

function attempt<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    // What cannot be read is left out.
    return undefined;
  }
}
