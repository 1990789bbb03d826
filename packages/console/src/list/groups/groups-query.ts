import { collectionPath } from "@cmgen/model";
import { aggregateParameters } from "@cmgen/model/internal";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { transport } from "../../api/connection.js";
import { listOf, recordOf } from "../../api/json.js";
import { modelKey, type Model } from "../../api/model.js";
import { selectionOf } from "../list-request.js";
import { ALL, type ListSearch } from "../list-search.js";
import { readFigures, type Figure } from "./figures.js";

/** Objects with a value in common. */
export interface Group {
  /** The value; `null` of those without one, `undefined` where all objects are one group. */
  readonly value: unknown;
  readonly count: number;
  /** In the order in which they were asked for. */
  readonly figures: readonly unknown[];
}

/** How often groups are asked for again while they are shown, in milliseconds. */
const EVERY = 10_000;
/** And after at least this many times as long as the last answer took: millions of objects are not added up all the time. */
const PACE = 20;

/** The groups that an address asks for. They may be of another moment than the list. */
export function groupsQuery(model: Model, search: ListSearch) {
  const { group = ALL, sums } = search;
  const figures = readFigures(sums);
  const parameters = aggregateParameters({
    ...selectionOf(search),
    ...(group !== ALL && { groupBy: group }),
    ...Object.fromEntries(
      figures.map(({ of }) => [of, figures.filter((each) => each.of === of).map(({ index }) => index)]),
    ),
  });
  const query = new URLSearchParams(parameters);
  return queryOptions({
    queryKey: ["groups", modelKey(model), query.toString()],
    queryFn: async ({ signal }) => {
      const began = performance.now();
      const body = recordOf(
        await transport.value({ method: "GET", path: collectionPath(model), query, options: { signal } }),
      );
      const groups = listOf(body["groups"]).map((each) => readGroup(recordOf(each), { group, figures }));
      return { groups, took: performance.now() - began };
    },
    placeholderData: keepPreviousData,
    staleTime: EVERY,
    refetchInterval: ({ state }) => Math.max(EVERY, (state.data?.took ?? 0) * PACE),
  });
}

interface Asked {
  readonly group: string;
  readonly figures: readonly Figure[];
}

function readGroup(answered: Readonly<Record<string, unknown>>, { group, figures }: Asked): Group {
  return {
    value: recordOf(answered["by"])[group],
    count: Number(answered["count"]),
    figures: figures.map(({ of, index }) => recordOf(answered[of])[index]),
  };
}
