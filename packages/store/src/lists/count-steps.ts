import type { CountMemory, Snapshot } from "./count-memory.js";
import { repeats } from "../sql/list-source.js";
import type { BoundList } from "./bound-list.js";
import { withEffort } from "./bound-statement.js";
import type { DriverProbes } from "./driver-probes.js";
import { oneRow, type Steps } from "./steps.js";

/** The effort of looking up an object in an index. */
const LOOKUP_EFFORT = 2;

/** A count within a snapshot. */
export interface CountRequest {
  readonly list: BoundList;
  readonly counts: CountMemory;
  readonly probes: DriverProbes;
  readonly snapshot: Snapshot;
}

/**
 * Counts exactly the objects that all filters match: from what is remembered, else through the rows of the most selective filter, unless all
 * filters are broad.
 */
export function* countSteps(request: CountRequest): Steps<number> {
  const { list, counts, snapshot } = request;
  const { habits } = list.context;
  const known = counts.at(list, snapshot.revision);
  habits.add("unchanged", list, known !== undefined);
  if (known !== undefined) return known;
  const total = yield* countAnew(request);
  counts.learn(list, { revision: snapshot.revision, total });
  return total;
}

function* countAnew({ list, counts, probes, snapshot }: CountRequest): Steps<number> {
  if (list.filters.length === 0) return yield* counts.all(list, snapshot);
  const known = yield* counts.known(list, snapshot);
  if (known !== undefined) return known;
  const best = yield* probes.best();
  if (best === undefined || best.broad) {
    const counted = yield* counts.broad(list, snapshot);
    if (counted !== undefined) return counted;
  } else if (list.filters.length === 1 && !repeats(best.driver)) {
    return best.found;
  }
  const looked = best === undefined || best.broad ? snapshot.size : best.found;
  const effort = looked * LOOKUP_EFFORT * list.filters.length;
  return (yield* oneRow<{ total: number }>(withEffort(list.count(best?.driver), effort))).total;
}
