import type { PlacedFilter } from "../sql/filter-condition.js";
import type { BoundList } from "./bound-list.js";
import { oneRowEach, type Steps } from "./steps.js";

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
    const { drivers, context } = this.#list;
    if (this.#best !== undefined || drivers.length === 0) return this.#best;
    const { probeLimit } = context.tuning;
    const probes = drivers.map((driver) => this.#list.probe(driver, probeLimit));
    const found = (yield* oneRowEach<{ found: number }>(probes)).map((row) => row.found);
    const least = Math.min(...found);
    const driver = drivers[found.indexOf(least)];
    this.#best = driver && { driver, found: least, broad: least >= probeLimit };
    return this.#best;
  }
}
