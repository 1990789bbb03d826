const expressions = new Map<string, RegExp | undefined>();

/** A pattern of a schema; undefined for one that this browser cannot read: the service can. */
export function expression(pattern: string): RegExp | undefined {
  if (!expressions.has(pattern)) {
    try {
      expressions.set(pattern, new RegExp(pattern, "u"));
    } catch {
      expressions.set(pattern, undefined);
    }
  }
  return expressions.get(pattern);
}
