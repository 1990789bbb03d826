import type { PlacedFilter } from "../sql/filter-condition.js";
import type { BoundList } from "./bound-list.js";
import { oneRow, type Steps } from "./steps.js";

/** Rows a probe counts at most: half a millisecond's worth. */
export const PROBE_LIMIT = 20_000;

/** A filter to find objects by, and how many rows it finds: at least that many, where the probe ended first. */
export interface ProbedDriver {
  readonly driver: PlacedFilter;
  readonly found: number;
  readonly broad: boolean;
}

/** Finds the filter of a list that finds the fewest rows, once. */
export class DriverProbes {
  readonly #list: BoundList;
  #best: ProbedDriver | undefined;

  constructor(list: BoundList) {
    this.#list = list;
  }

  /** None where no filter's rows can be found by an index: all of them say what objects are not. */
  *best(): Steps<ProbedDriver | undefined> {
    if (this.#best !== undefined) return this.#best;
    for (const driver of this.#list.drivers) {
      // A filter that finds more than the best so far is of no interest: its probe may end there.
      const limit = Math.min(PROBE_LIMIT, (this.#best?.found ?? PROBE_LIMIT) + 1);
      const { found } = yield* oneRow<{ found: number }>(this.#list.probe(driver, limit));
      if (this.#best === undefined || found < this.#best.found) {
        this.#best = { driver, found, broad: found >= PROBE_LIMIT };
      }
    }
    return this.#best;
  }
}
