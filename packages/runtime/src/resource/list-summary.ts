import { apiVersionOf, type ResourceList } from "@cmgen/model";
import type { ListPage, ListWindow } from "@cmgen/store";
import type { ModelDescriptor } from "../model/model-descriptor.js";

/** The members of a list's body besides its items (contract, Lists). */
export type ListSummary = Omit<ResourceList<never>, "items">;

/** Describes the page that was read. The pages of a walk have no number. */
export function summarizeList(model: ModelDescriptor, window: ListWindow, read: Omit<ListPage, "items">): ListSummary {
  const { revision, total, hasNext } = read;
  const { page, size, hasPrevious } = position(window);
  return {
    apiVersion: apiVersionOf(model),
    kind: `${model.kind}List`,
    metadata: { resourceVersion: String(revision), ...(read.continue !== undefined && { continue: read.continue }) },
    page,
    size,
    ...(total !== undefined && { total, totalPages: countPages(total, size) }),
    first: !hasPrevious,
    last: !hasNext,
    hasNext,
    hasPrevious,
  };
}

function position(window: ListWindow): Pick<ListSummary, "page" | "size" | "hasPrevious"> {
  switch (window.by) {
    case "all":
      return { page: 1, size: 0, hasPrevious: false };
    case "page":
      return { page: window.page, size: window.size, hasPrevious: window.page > 1 };
    case "keyset":
      return { page: 0, size: window.limit, hasPrevious: window.after !== undefined };
    default:
      return window satisfies never;
  }
}

/** All items are one page, even if there are none. */
function countPages(total: number, size: number): number {
  return size === 0 ? 1 : Math.ceil(total / size);
}
