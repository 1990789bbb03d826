import type { ListPage, ListPlan } from "@cmgen/store";
import { shownItems } from "../version/shown-items.js";
import { summarizeList, type ListSummary } from "./list-summary.js";
import type { WriteContext } from "./write-context.js";

/** A list read from the store: the items' bytes, converted if another version is stored, and the other members. */
export interface ObjectList {
  readonly summary: ListSummary;
  readonly items: ListPage["items"];
}

/** Reads a planned list. A list of all items is a stream, which holds a few of them at a time. */
export async function listObjects(
  { store, model, view }: Pick<WriteContext, "store" | "model" | "view">,
  plan: ListPlan,
  signal?: () => AbortSignal,
): Promise<ObjectList> {
  const { items, ...read } = await store.list(model, plan, signal);
  return { summary: summarizeList(view.model, plan.window, read), items: await shownItems(view, items) };
}
