import type { EntrySql } from "./entry-sql.js";
import { pageOf, type ListCase } from "./matrix.js";

/** A statement of a hand-written program. Its rows are an object's bytes and, if it counts as well, the total. */
export interface Statement {
  readonly plan: string;
  readonly text: string;
  /** Whether PostgreSQL is told to sort nothing, so that it follows the order's index. */
  readonly walks?: boolean;
  /** About how many rows it looks at. */
  readonly rows: number;
}

/** A list for which statements are written. */
export interface WrittenList {
  readonly sql: EntrySql;
  readonly list: ListCase;
  readonly size: number;
  readonly pageSize: number;
  /** How many objects match. */
  readonly matching: number;
  /** The object behind which a step of a walk begins. */
  readonly position: { readonly value: number; readonly id: number };
}

export function offsetOf({ list, pageSize }: Pick<WrittenList, "list" | "pageSize">): number {
  return Math.max(0, pageOf(list) - 1) * pageSize;
}

export function where(conditions: readonly string[]): string {
  return conditions.length === 0 ? "" : ` WHERE ${conditions.join(" AND ")}`;
}
