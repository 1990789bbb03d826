import { RawSelector } from "@cmgen/client";
import { DEFAULT_SIZE, type ListSearch } from "./list-search.js";

/** The request of a list, as its address says. */
export interface PageRequest {
  readonly where?: RawSelector;
  readonly labels?: RawSelector;
  readonly sort?: readonly string[];
  readonly page: number;
  readonly size: number;
  readonly total: boolean;
  readonly deleting?: false;
}

/** What is listed, counted or exported, as an address says. */
export type Selection = Pick<PageRequest, "where" | "labels" | "deleting">;

export function selectionOf({ select, labels, deleting }: ListSearch): Selection {
  return {
    ...(select !== undefined && { where: new RawSelector(select) }),
    ...(labels !== undefined && { labels: new RawSelector(labels) }),
    ...(deleting === "without" && { deleting: false }),
  };
}

/** Objects are counted only when the user asks for it: a large model takes a hundred times as long to count as to show. */
export function pageRequest(search: ListSearch): PageRequest {
  const { sort, page = 1, size = DEFAULT_SIZE, count } = search;
  return { ...selectionOf(search), ...(sort !== undefined && { sort: [sort] }), page, size, total: count === true };
}
