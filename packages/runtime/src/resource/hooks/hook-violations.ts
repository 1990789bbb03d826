import { parsePointer } from "@cmgen/model";
import { isJsonObject } from "../../document/json-object.js";
import type { HookViolation } from "./hooks.js";

/** More than a caller would read. */
const MOST_VIOLATIONS = 1000;

/**
 * Checks that a check hook returned violations.
 *
 * @throws {TypeError} for anything else, since an object that was not checked must not count as valid.
 */
export function readViolations(returned: unknown): readonly HookViolation[] {
  if (!Array.isArray(returned))
    throw new TypeError("It must return a list of violations, which is empty if there are none.");
  if (returned.length > MOST_VIOLATIONS) throw new TypeError(`It returned more than ${MOST_VIOLATIONS} violations.`);
  return Array.from(returned, readViolation);
}

function readViolation(value: unknown, at: number): HookViolation {
  if (!isJsonObject(value)) throw new TypeError(`Its violation ${at} is not an object.`);
  const { path, message } = value;
  if (typeof message !== "string" || message === "") throw new TypeError(`Its violation ${at} has no message.`);
  if (typeof path !== "string" || !isPointer(path))
    throw new TypeError(`The path of its violation ${at} is not a JSON Pointer.`);
  return { path, message };
}

function isPointer(path: string): boolean {
  try {
    parsePointer(path);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
