import type { Requirement, SelectorTerm } from "@cmgen/model/internal";
import type { ModelIndex } from "../../api/model.js";
import { printFilters, readFilters, withTerms } from "../filters/filters.js";
import { withoutPage, type ListSearch } from "../list-search.js";
import { readGroupName } from "./figures.js";

/** The list of the objects of one group. */
export function searchOfGroup(search: ListSearch, indexes: readonly ModelIndex[], value: unknown): ListSearch {
  const { group = "", select } = search;
  const { index, unit } = readGroupName(group);
  const known = indexes.find(({ name }) => name === index);
  const next = requirementsOf(index, { value, unit, isSearch: known?.isSearch === true });
  const { terms } = readFilters(select);
  // An object may have several values: it is to have those that were asked for before, too.
  const all: readonly SelectorTerm[] = known?.isMulti === true ? [...terms, ...next] : withTerms(terms, index, next);
  const text = printFilters(all);
  return { ...withoutPage(search), ...(text !== undefined && { select: text }) };
}

interface Grouped {
  readonly value: unknown;
  readonly unit: "day" | "month" | undefined;
  readonly isSearch: boolean;
}

function requirementsOf(key: string, { value, unit, isSearch }: Grouped): readonly Requirement[] {
  if (value === null) return [{ key, operator: "absent", values: [] }];
  const text = String(value);
  if (unit === undefined) return [{ key, operator: isSearch ? "contains" : "in", values: [text] }];
  const [from, to] = boundsOfUnit(text, unit);
  return [
    { key, operator: ">=", values: [from] },
    { key, operator: "<", values: [to] },
  ];
}

/** From when until when a day (`2030-01-31`) or a month (`2030-01`) lasts, in UTC. */
function boundsOfUnit(text: string, unit: "day" | "month"): readonly [from: string, to: string] {
  const from = new Date(unit === "day" ? `${text}T00:00:00Z` : `${text}-01T00:00:00Z`);
  const to = new Date(from);
  if (unit === "day") to.setUTCDate(to.getUTCDate() + 1);
  else to.setUTCMonth(to.getUTCMonth() + 1);
  return [from.toISOString(), to.toISOString()];
}
