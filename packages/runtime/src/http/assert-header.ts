import { validateHeaderName, validateHeaderValue } from "node:http";

/**
 * Checks a header from a plugin before any header is set, since Node throws in the middle of writing them.
 *
 * @throws {TypeError} if Node would not send it: it has line breaks, or characters outside Latin-1.
 */
export function assertHeader(name: string, value: unknown): asserts value is string {
  if (typeof value !== "string") throw new TypeError(`The header ${name} must be text`);
  validateHeaderName(name);
  validateHeaderValue(name, value);
}
