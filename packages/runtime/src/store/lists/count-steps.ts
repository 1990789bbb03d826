import { repeats } from "../sql/list-source.js";
import type { BoundList } from "./bound-list.js";
import type { DriverProbes } from "./driver-probes.js";
import { oneRow, type Steps } from "./steps.js";

interface Total {
  readonly total: number;
}

/** A count within the snapshot of a revision. */
export interface CountRequest {
  readonly list: BoundList;
  readonly probes: DriverProbes;
  readonly revision: number;
}

/**
 * Counts exactly what all filters match: through the rows of the filter that finds the fewest, unless all filters are broad and there is a
 * better way.
 */
export function* countSteps({ list, probes, revision }: CountRequest): Steps<number> {
  if (list.filters.length === 0) return (yield* oneRow<Total>(list.count())).total;
  const known = list.counter?.countKnown(list, revision);
  if (known !== undefined) return known;
  const best = yield* probes.best();
  if (best === undefined || best.broad) {
    const counted = list.counter?.count(list, revision);
    if (counted !== undefined) return counted;
  } else if (list.filters.length === 1 && !repeats(best.driver)) {
    return best.found;
  }
  return (yield* oneRow<Total>(list.count(best?.driver))).total;
}
