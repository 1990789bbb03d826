import type { IndexValue } from "../index-value.js";
import type { FieldFilter, KeysetPosition, ListPlan } from "../list-plan.js";
import { filtersOf } from "../sql/filter-condition.js";
import { isBeginning, isSought } from "../sql/list-source.js";
import { afterPrefix } from "../sql/list-statement.js";

/**
 * Whether everything that the list selects comes after a position, because a filter on the order's column begins later. Then the position is not
 * needed: of two places where a walk may begin, SQLite could take the first.
 */
export function beginsLater(plan: Pick<ListPlan, "fields" | "labels" | "sort">, [place]: KeysetPosition): boolean {
  const descending = plan.sort[0]?.descending === true;
  return filtersOf(plan).some((placed) => {
    if (placed.on !== "field" || !isSought(placed, plan) || !isBeginning(placed, plan)) return false;
    // Absent values come first in ascending order and last in descending, and match no such filter.
    if (place === null || place === undefined) return !descending;
    return isBefore(place, placed.filter, descending);
  });
}

/** Whether a value of the order's column stands before all values that a filter matches. */
function isBefore(place: IndexValue, filter: FieldFilter, descending: boolean): boolean {
  switch (filter.test) {
    case "<":
    case ">":
      return descending ? compare(place, filter.value) >= 0 : compare(place, filter.value) <= 0;
    case "<=":
    case ">=":
      return descending ? compare(place, filter.value) > 0 : compare(place, filter.value) < 0;
    case "startsWith": {
      const end = afterPrefix(filter.prefix);
      return descending ? end !== undefined && compare(place, end) >= 0 : compare(place, filter.prefix) < 0;
    }
    default:
      return false;
  }
}

/** Strings are ordered by code point, as their bytes are. */
function compare(one: IndexValue, other: IndexValue): number {
  if (typeof one === "string" && typeof other === "string") return Buffer.compare(Buffer.from(one), Buffer.from(other));
  return one < other ? -1 : Number(one > other);
}
