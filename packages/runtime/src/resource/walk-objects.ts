import { type KeysetPosition, type ListPlan, type Store, decodeContinue } from "@cmgen/store";
import { backgroundSlot } from "../background/background-slot.js";
import { planList } from "../list/plan-list.js";
import { parseStored } from "./stored-object.js";
import type { WriteContext } from "./write-context.js";

/** Objects that are read at a time. */
const BATCH = 100;

/**
 * Yields the stored bytes of every object that a plan selects, in order, up to the limit of its window. The store ends a page early where
 * objects are large, so one page is not enough even for a few names. No snapshot and no connection is held between two pages. So objects
 * written in the meantime may be included or not, and objects that move in the order may come twice or never.
 *
 * @param pause awaited between two pages.
 */
export async function* readObjects(
  { model, store }: Pick<WriteContext, "model"> & { readonly store: Pick<Store, "list"> },
  plan: ListPlan,
  pause?: () => Promise<void>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const identity = { ...plan, table: model.table };
  let { limit: left, after }: Keyset = plan.window.by === "keyset" ? plan.window : { limit: Infinity };
  do {
    const window = { by: "keyset", limit: Math.min(BATCH, left), ...(after !== undefined && { after }) } as const;
    const page = await store.list(model, { ...plan, window, total: false });
    for await (const data of page.items) {
      left -= 1;
      yield data;
    }
    after = page.continue === undefined ? undefined : decodeContinue(identity, page.continue);
    await pause?.();
  } while (after !== undefined && left > 0);
}

interface Keyset {
  readonly limit: number;
  readonly after?: KeysetPosition | undefined;
}

/** Yields the stored bytes of every object that a plan selects, as {@link readObjects} does, in the background. A page with a number is read whole. */
export async function* walkObjects(
  context: Pick<WriteContext, "model" | "store">,
  plan: ListPlan,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (plan.window.by === "page") yield* (await context.store.list(context.model, plan)).items;
  else yield* readObjects(context, plan, backgroundSlot);
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

/** Names that are read at a time. */
const NAMES = 1000;

/** Yields the names of all objects, or of those that a selector of the caller's version selects, in their order. Without a selector no object is read. */
export async function* objectNames(
  context: Pick<WriteContext, "model" | "view" | "store">,
  fieldSelector?: string,
): AsyncGenerator<string, void, undefined> {
  if (fieldSelector !== undefined) {
    for await (const data of allObjects(context, fieldSelector)) yield parseStored({ data }).metadata.name;
    return;
  }
  const { store, model } = context;
  for (let names = await store.names(model, { limit: NAMES }); names.length > 0;) {
    yield* names;
    await backgroundSlot();
    names = await store.names(model, { after: names.at(-1), limit: NAMES });
  }
}
