import { ApiError } from "../error/api-error.js";
import type { StoredObject } from "./stored-object.js";

/** An object and the bytes it is stored as. */
export interface PrintedObject {
  readonly object: StoredObject;
  readonly data: Uint8Array;
}

/**
 * Checks an object against the size limit (contract, Errors). What the service writes into `metadata` does not count: a body at the limit can
 * be stored, and an object at the limit can be marked as deleted. An object that is already larger, because the limit was higher, may be changed
 * but not grow.
 *
 * @throws {ApiError} `TooLarge`.
 */
export function assertSize(printed: PrintedObject, most: number, before?: PrintedObject): void {
  if (printed.data.length <= most) return;
  const bytes = bytesOfCallers(printed);
  if (bytes <= most || (before !== undefined && bytes <= bytesOfCallers(before))) return;
  throw new ApiError("TooLarge", `The object would have ${bytes} bytes; the limit is ${most}.`);
}

function bytesOfCallers({ object, data }: PrintedObject): number {
  const { creationTimestamp, version, deletionTimestamp } = object.metadata;
  // In the object these members have no braces of their own, and one comma more.
  return data.length - (JSON.stringify({ creationTimestamp, version, deletionTimestamp }).length - 1);
}
