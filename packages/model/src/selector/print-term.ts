/** What a key cannot contain, since it cannot be quoted. */
const NOT_IN_KEY = /^$|[ \t\r\n,()=!<>^"]/;

/** Values that mean the same with and without quotes, also among alternatives, and that nobody takes for more than a value. */
const PLAIN_VALUE = /^[^\s\p{Cc},()="'|&;][^\s\p{Cc},()"|&;]*$/u;

/**
 * A key as a selector has it; `isAlternative` where it is in a group.
 * @throws {RangeError} where a selector cannot write it.
 */
export function printKey(key: string, isAlternative = false): string {
  if (NOT_IN_KEY.test(key) || (isAlternative && key.includes("|")))
    throw new RangeError(`A selector cannot name the key ${JSON.stringify(key)}`);
  return key;
}

/** A value, or a list of several or none. */
export function printValues(values: readonly string[]): string {
  const printed = values.map((value) => (PLAIN_VALUE.test(value) ? value : JSON.stringify(value))).join(",");
  return values.length === 1 ? printed : `(${printed})`;
}
