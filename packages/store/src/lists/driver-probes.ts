import type { PlacedFilter } from "../sql/filter-condition.js";
import type { BoundList } from "./bound-list.js";
import { oneRowEach, type Steps } from "./steps.js";

/** A filter to find objects by, and how many rows it finds. If the probe ended first, it finds at least that many. */
export interface ProbedDriver {
  readonly driver: PlacedFilter;
  readonly found: number;
  readonly broad: boolean;
}

/** Rows counted before anything else is tried. A filter that finds fewer is used at once. */
const FEW = 64;

/** Finds the most selective filter of a list, once. */
export class DriverProbes {
  readonly #list: BoundList;
  #few: ProbedDriver | undefined;
  #best: ProbedDriver | undefined;

  constructor(list: BoundList) {
    this.#list = list;
  }

  /** The most selective filter, if it finds very few rows. */
  *few(): Steps<ProbedDriver | undefined> {
    const limit = Math.min(FEW, this.#list.context.tuning.probeLimit);
    this.#few ??= yield* this.#probe(limit);
    return this.#few?.broad === true ? undefined : this.#few;
  }

  /** `undefined` if no filter can be driven by an index, because all of them are negative. */
  *best(): Steps<ProbedDriver | undefined> {
    this.#best ??= (yield* this.few()) ?? (yield* this.#probe(this.#list.context.tuning.probeLimit));
    return this.#best;
  }

  *#probe(limit: number): Steps<ProbedDriver | undefined> {
    const { drivers } = this.#list;
    if (drivers.length === 0) return undefined;
    const probes = drivers.map((driver) => this.#list.probe(driver, limit));
    const found = (yield* oneRowEach<{ found: number }>(probes)).map((row) => row.found);
    const least = Math.min(...found);
    const driver = drivers[found.indexOf(least)];
    return driver && { driver, found: least, broad: least >= limit };
  }
}
