import { repeats } from "../sql/list-source.js";
import type { BoundList } from "./bound-list.js";
import type { DriverProbes } from "./driver-probes.js";
import { oneRow, type Steps } from "./steps.js";

/** A count within the snapshot of a revision. */
export interface CountRequest {
  readonly list: BoundList;
  readonly probes: DriverProbes;
  readonly revision: number;
}

/**
 * Counts exactly what all filters match: by what is remembered; or through the rows of the filter that finds the fewest, unless all filters
 * are broad.
 */
export function* countSteps({ list, probes, revision }: CountRequest): Steps<number> {
  const { counts } = list.context;
  if (list.filters.length === 0) return yield* counts.all(list, revision);
  const known = yield* counts.known(list, revision);
  if (known !== undefined) return known;
  const best = yield* probes.best();
  if (best === undefined || best.broad) {
    const counted = yield* counts.broad(list, revision);
    if (counted !== undefined) return counted;
  } else if (list.filters.length === 1 && !repeats(best.driver)) {
    return best.found;
  }
  return (yield* oneRow<{ total: number }>(list.count(best?.driver))).total;
}
