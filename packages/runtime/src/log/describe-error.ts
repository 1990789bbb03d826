import { inspect } from "node:util";

/** A thrown value as it is logged. */
export interface DescribedError {
  /** Name of the error's class, or the type of a value that is not an error. */
  readonly type: string;
  readonly message: string;
  /** The code from Node or a database driver. */
  readonly code?: string;
  /**
   * The stack, followed by causes, the errors of an `AggregateError` and other properties, each with its own stack. Absent for an error that has
   * neither a stack nor a cause.
   */
  readonly stack?: string;
}

/** The longest text of an error in a line, in characters. Errors of drivers may quote whole documents. */
const LONGEST = 16_384;

/** Describes whatever was thrown. Never throws: a value's own getters, its `toString` and the traps of a proxy may. */
export function describeError(thrown: unknown): DescribedError {
  if (!isError(thrown)) return { type: typeof thrown, message: printValue(thrown) };
  const code = attempt(() => ("code" in thrown ? thrown.code : undefined));
  return {
    type: textOf(() => thrown.name) ?? "Error",
    message: textOf(() => thrown.message) ?? "",
    ...((typeof code === "string" || typeof code === "number") && { code: String(code) }),
    ...(hasOrigin(thrown) && { stack: printValue(thrown) }),
  };
}

/** What cannot be read is printed as far as it goes. */
function hasOrigin(thrown: Error): boolean {
  return attempt(() => thrown.stack === undefined && thrown.cause === undefined) !== true;
}

/** Any value as text of limited length. Cycles are printed once, and the value's own code is not run. */
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
    // Unreadable properties are left out.
    return undefined;
  }
}
