import { type KeysetPosition, type ListPlan, decodeContinue } from "@cmgen/store";
import { backgroundTurn } from "../background/background-turn.js";
import { planList } from "../list/plan-list.js";
import { parseStored } from "./stored-object.js";
import type { WriteContext } from "./write-context.js";

/** Objects that are read at a time. */
const BATCH = 100;

/**
 * Yields the stored bytes of every object that a plan selects, in order, read in batches. No snapshot and no connection is held between two
 * batches. So objects written in the meantime may be included or not, and objects that move in the order may come twice or never.
 */
export async function* walkObjects(
  { model, store }: Pick<WriteContext, "model" | "store">,
  plan: ListPlan,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (plan.window.by !== "all") {
    yield* (await store.list(model, plan)).items;
    return;
  }
  const identity = { ...plan, table: model.table };
  let after: KeysetPosition | undefined;
  do {
    const window = { by: "keyset", limit: BATCH, ...(after !== undefined && { after }) } as const;
    const page = await store.list(model, { ...plan, window, total: false });
    yield* page.items;
    after = page.continue === undefined ? undefined : decodeContinue(identity, page.continue);
    await backgroundTurn();
  } while (after !== undefined);
}

/** Yields the stored bytes of all objects in the order of their names, as {@link walkObjects} reads them. */
export function allObjects(
  context: Pick<WriteContext, "model" | "view" | "store">,
  fieldSelector?: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  const plan = planList(context.view.model, [
    ["sort", "metadata.name"],
    ["total", "none"],
    ...(fieldSelector === undefined ? [] : [["fieldSelector", fieldSelector] as const]),
  ]);
  return walkObjects(context, plan);
}

/** Yields the names of all objects, or of those that a selector of the caller's version selects, in their order, as {@link walkObjects} reads them. */
export async function* objectNames(
  context: Pick<WriteContext, "model" | "view" | "store">,
  fieldSelector?: string,
): AsyncGenerator<string, void, undefined> {
  for await (const data of allObjects(context, fieldSelector)) yield parseStored({ data }).metadata.name;
}
