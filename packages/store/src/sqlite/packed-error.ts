/**
 * An error as it is sent to another thread. The structured clone keeps only the standard properties of standard errors; of an SQLite error it
 * would keep nothing but the code.
 */
export interface PackedError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** SQLite's error code, such as `SQLITE_FULL`. */
  readonly code: string | undefined;
}

export function packError(error: unknown): PackedError {
  if (!(error instanceof Error)) return { name: "Error", message: String(error), stack: undefined, code: undefined };
  const { name, message, stack } = error;
  return { name, message, stack, code: "code" in error && typeof error.code === "string" ? error.code : undefined };
}

/** The error as the other thread had it, including its stack. */
export function unpackError({ name, message, stack, code }: PackedError): Error {
  if (code === undefined) return Object.assign(new Error(message), { name, stack });
  const coded = `${message} (${code})`;
  return Object.assign(new Error(coded), { name, code, stack: stack?.replace(message, () => coded) });
}
