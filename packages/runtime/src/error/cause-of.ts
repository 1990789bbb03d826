/** The message of an error's innermost cause: what is wrong, without what only says where. */
export function causeOf(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : { message: String(error), cause: undefined };
  return cause === undefined ? message : causeOf(cause);
}
