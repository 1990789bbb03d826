import type { PlacedFilter } from "../sql/filter-condition.js";
import type { BoundList } from "./bound-list.js";
import { oneRowEach, type Steps } from "./steps.js";

/** A filter to find objects by, and how many rows it finds: at least that many, where the probe ended first. */
export interface ProbedDriver {
  readonly driver: PlacedFilter;
  readonly found: number;
  readonly broad: boolean;
}

/** Rows that are counted before anything else is tried: a filter that finds fewer is used at once. */
const FEW = 64;

/** Finds the filter of a list that finds the fewest rows, once. */
export class DriverProbes {
  readonly #list: BoundList;
  #few: ProbedDriver | undefined;
  #best: ProbedDriver | undefined;

  constructor(list: BoundList) {
    this.#list = list;
  }

  /** The filter that finds the fewest, if it finds very few. */
  *few(): Steps<ProbedDriver | undefined> {
    const limit = Math.min(FEW, this.#list.context.tuning.probeLimit);
    this.#few ??= yield* this.#probe(limit);
    return this.#few?.broad === true ? undefined : this.#few;
  }

  /** None where no filter's rows can be found by an index: all of them say what objects are not. */
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
