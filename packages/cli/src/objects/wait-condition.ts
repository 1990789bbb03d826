import { parseFieldPath } from "@cmgen/model/internal";

import { UsageError } from "../usage-error.js";
import { deletionOf } from "./object-table.js";
import { asRecord, type ServedObject } from "./served-object.js";

/** What is waited for. */
export interface WaitCondition {
  /** What is said of an object for which it holds. */
  readonly done: string;
  /**
   * @param object the object of the name; undefined if there is none
   * @param uid of the object that is meant, where that is known
   */
  readonly isMet: (object: ServedObject | undefined, uid: string | undefined) => boolean;
  /** What is said of an object for which it does not hold in time. */
  readonly late: (object: ServedObject | undefined, now: Date) => string;
}

/** That an object is gone: another one of its name does not count. */
export const deletion: WaitCondition = {
  done: "is gone",
  isMet: (object, uid) => object === undefined || (uid !== undefined && object.metadata.uid !== uid),
  late: (object, now) => `is still there: ${(object && deletionOf(object, now)) ?? "nobody deleted it"}`,
};

const EXAMPLES =
  "delete, a field with a value such as status.phase=Ready, or a field that must have some value, such as status.url";

/**
 * Reads what follows `--for`.
 *
 * @throws {UsageError} if it is neither `delete` nor a field of an object, with or without a value
 */
export function readWaitCondition(text: string): WaitCondition {
  if (text === "delete") return deletion;
  const at = text.indexOf("=");
  const path = at < 0 ? text : text.slice(0, at);
  const segments = segmentsOf(path);
  return fieldValue({ text, path, segments, value: at < 0 ? undefined : text.slice(at + 1) });
}

interface FieldValue {
  readonly text: string;
  readonly path: string;
  readonly segments: readonly string[];
  /** Any value, if there is none. */
  readonly value: string | undefined;
}

/** That a field has a value: of a text the text, and of others their JSON. */
function fieldValue({ text, path, segments, value }: FieldValue): WaitCondition {
  const valueIn = (object: ServedObject | undefined): unknown =>
    segments.reduce<unknown>((parent, name) => asRecord(parent)[name], object);
  return {
    done: `has ${text}`,
    isMet: (object) => {
      const found = valueIn(object);
      if (value === undefined) return found !== undefined && found !== null;
      return found === value || (typeof found !== "string" && JSON.stringify(found) === value);
    },
    late: (object) =>
      object === undefined
        ? "does not exist"
        : `has no ${text}: ${path} is ${JSON.stringify(valueIn(object)) ?? "absent"}`,
  };
}

function segmentsOf(path: string): readonly string[] {
  try {
    const segments = parseFieldPath(path);
    if (segments.length > 1 && /^(?:metadata|spec|status)$/.test(segments[0] ?? "")) return segments;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new UsageError(`--for must be ${EXAMPLES}: ${error.message}.`, { cause: error });
  }
  throw new UsageError(`--for must be ${EXAMPLES}.`);
}
