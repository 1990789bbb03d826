/** The message of an error's innermost cause: what is wrong, without what only says where. An error that is met again ends the search. */
export function causeOf(error: unknown): string {
  const seen = new Set<unknown>();
  let innermost = error;
  while (innermost instanceof Error && innermost.cause !== undefined) {
    seen.add(innermost);
    if (seen.has(innermost.cause)) break;
    innermost = innermost.cause;
  }
  return innermost instanceof Error ? innermost.message : String(innermost);
}
