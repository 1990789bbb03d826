import type { PlacedFilter } from "../sql/filter-condition.js";
import type { BoundList } from "./bound-list.js";
import { oneRow, type Steps } from "./steps.js";

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
    const { probeLimit } = this.#list.tuning;
    for (const driver of this.#list.drivers) {
      // A filter that finds more than the best so far is of no interest: its probe may end there.
      const limit = Math.min(probeLimit, (this.#best?.found ?? probeLimit) + 1);
      const { found } = yield* oneRow<{ found: number }>(this.#list.probe(driver, limit));
      if (this.#best === undefined || found < this.#best.found) {
        this.#best = { driver, found, broad: found >= probeLimit };
      }
    }
    return this.#best;
  }
}
