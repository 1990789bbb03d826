import { exactInteger } from "./parse-index-value.js";
import type { IndexValue, IndexValueType } from "./index-value.js";

/** The value of a type that a driver read from a key column: SQLite returns booleans as integers, pg returns large integers as text. */
export function readKey(type: IndexValueType, cell: IndexValue | null | undefined): IndexValue | null {
  if (cell === null || cell === undefined) return null;
  switch (type) {
    case "boolean":
      return Boolean(Number(cell));
    case "integer":
    case "int64":
    case "timestamp":
      return exactInteger(BigInt(cell));
    default:
      return cell;
  }
}
