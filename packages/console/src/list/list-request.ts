import { RawSelector } from "@cmgen/client";
import { DEFAULT_SIZE, type ListSearch } from "./list-search.js";

/** The request of a list, as its address says: by where the page begins, if that is known, else by its number. */
export type PageRequest = Selection & {
  readonly sort?: readonly string[];
  readonly total: boolean;
} & ({ readonly page: number; readonly size: number } | { readonly limit: number; readonly cursor?: string });

/** What is listed, counted or exported, as an address says. */
export interface Selection {
  readonly where?: RawSelector;
  readonly labels?: RawSelector;
  readonly deleting?: false;
}

export function selectionOf({ select, labels, deleting }: ListSearch): Selection {
  return {
    ...(select !== undefined && { where: new RawSelector(select) }),
    ...(labels !== undefined && { labels: new RawSelector(labels) }),
    ...(deleting === "without" && { deleting: false }),
  };
}

/** Objects are counted only when the user asks for it: a large model takes a hundred times as long to count as to show. */
export function pageRequest(search: ListSearch, cursor: string | undefined): PageRequest {
  const { sort, page = 1, size = DEFAULT_SIZE, count } = search;
  const rest = { ...selectionOf(search), ...(sort !== undefined && { sort: [sort] }), total: count === true };
  if (cursor !== undefined) return { ...rest, limit: size, cursor };
  // The first page says where the second one begins.
  return page === 1 ? { ...rest, limit: size } : { ...rest, page, size };
}
