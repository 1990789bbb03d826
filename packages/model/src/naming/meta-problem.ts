import { printPointer } from "../pointer/json-pointer.js";
import type { NameProblem } from "./name-problem.js";

/** One broken rule of an object's `metadata`. */
export interface MetaProblem {
  /** JSON Pointer from the object's root, for example `/metadata/labels/example.com~1tier`. */
  readonly path: string;
  /** JSON Schema's keyword where one says it; `reserved` for a reserved label key. */
  readonly keyword: string;
  /** To put behind the path: `must be a string`. */
  readonly message: string;
}

/** Reports what is wrong with the value at `path`. */
export type MetaCheck = (value: unknown, path: readonly string[]) => MetaProblem[];

export function metaProblem(path: readonly string[], keyword: string, message: string): MetaProblem {
  return { path: printPointer(path), keyword, message };
}

/** Makes a check of names into one of any value: what is no string is refused. `subject` is put before each message. */
export function textCheck(check: (text: string) => readonly NameProblem[], subject = ""): MetaCheck {
  return (value, path) => {
    if (typeof value !== "string") return [metaProblem(path, "type", `${subject}must be a string`)];
    const found = check(value);
    return found.length === 0 ? [] : found.map(({ keyword, message }) => metaProblem(path, keyword, subject + message));
  };
}
