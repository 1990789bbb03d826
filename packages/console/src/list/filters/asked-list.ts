import { useMemo } from "react";
import type { Model } from "../../api/model.js";
import { spanIndexes } from "./filter-fields.js";
import { printFilters, readFilters } from "./filters.js";
import type { ListSearch } from "../list-search.js";
import { withFixedTimes } from "./time-span.js";
import { useToday } from "./today.js";

/** The list of an address as the service is asked for it: with the times that `today` and the like have now. */
export function askedList(model: Model, search: ListSearch, now: Date): ListSearch {
  const { terms } = readFilters(search.select);
  const fixed = withFixedTimes(terms, spanIndexes(model), now);
  const select = printFilters(fixed);
  // What is written by hand is sent as it is: the service says what is wrong with it, and where.
  return select === undefined || select === printFilters(terms) ? search : { ...search, select };
}

/** As {@link askedList}, and again when another day begins. */
export function useAskedList(model: Model, search: ListSearch): ListSearch {
  const today = useToday();
  return useMemo(() => askedList(model, search, new Date(today)), [model, search, today]);
}
