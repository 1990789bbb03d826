import type { BoundList } from "./bound-list.js";
import type { DriverProbes } from "./driver-probes.js";
import { oneRow, type Steps } from "./steps.js";

interface Total {
  readonly total: number;
}

/** Counts exactly what all filters match. */
export function* countSteps(list: BoundList, probes: DriverProbes): Steps<number> {
  const [only, ...others] = list.drivers;
  if (list.filters.length <= 1 || (only !== undefined && others.length === 0)) {
    return (yield* oneRow<Total>(list.count(only))).total;
  }
  const best = yield* probes.best();
  return (yield* oneRow<Total>(list.count(best?.driver))).total;
}
