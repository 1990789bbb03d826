import type { ListPage, ListPlan } from "@cmgen/store";
import { shownItems } from "../version/shown-items.js";
import { summarizeList, type ListSummary } from "./list-summary.js";
import type { WriteContext } from "./write-context.js";

/** A list read from the store: the items' bytes, not parsed where they are what is stored, and what is said beside them. */
export interface ObjectList {
  readonly summary: ListSummary;
  readonly items: ListPage["items"];
}

/** Reads what a plan asks for. All items at once are a stream that holds a few of them at a time. */
export async function listObjects(
  { store, model, view }: Pick<WriteContext, "store" | "model" | "view">,
  plan: ListPlan,
  signal?: () => AbortSignal,
): Promise<ObjectList> {
  const { items, ...read } = await store.list(model, plan, signal);
  return { summary: summarizeList(view.model, plan.window, read), items: await shownItems(view, items) };
}
