import { validateHeaderName, validateHeaderValue } from "node:http";

/**
 * Checks a header that foreign code has made before any is set: Node throws in the middle of writing them.
 *
 * @throws {TypeError} where Node would not send it: lines, or characters outside Latin-1.
 */
export function assertHeader(name: string, value: unknown): asserts value is string {
  if (typeof value !== "string") throw new TypeError(`The header ${name} must be text`);
  validateHeaderName(name);
  validateHeaderValue(name, value);
}
