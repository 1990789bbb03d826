/**
 * An error on its way from one thread to another. Threads copy only errors that are made by `Error` itself, and not what else is known of
 * them; of an SQLite error nothing but its code would arrive.
 */
export interface PackedError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** SQLite's name of what went wrong, such as `SQLITE_FULL`. */
  readonly code: string | undefined;
}

export function packError(error: unknown): PackedError {
  if (!(error instanceof Error)) return { name: "Error", message: String(error), stack: undefined, code: undefined };
  const { name, message, stack } = error;
  return { name, message, stack, code: "code" in error && typeof error.code === "string" ? error.code : undefined };
}

/** The error as the other thread had it, its stack included. */
export function unpackError({ name, message, stack, code }: PackedError): Error {
  if (code === undefined) return Object.assign(new Error(message), { name, stack });
  const coded = `${message} (${code})`;
  return Object.assign(new Error(coded), { name, code, stack: stack?.replace(message, () => coded) });
}
