import { listFields } from "../list/list-fields.js";
import type { ListPlan } from "../list/list-plan.js";
import { ApiError } from "../error/api-error.js";
import { deleteObject } from "./delete-object.js";
import { parseStored } from "./stored-object.js";
import type { WriteContext } from "./write-context.js";

/** How many objects are read at a time. */
const BATCH = 200;

/**
 * Deletes every object a selection holds, one after another in the order of their names, each as its own delete; yields the last
 * state of each. An object that someone else removes first is skipped. What is created behind the walk's place is not met.
 */
export async function* deleteCollection(
  context: WriteContext,
  selection: Pick<ListPlan, "fields" | "labels">,
): AsyncGenerator<Uint8Array, void, undefined> {
  let after: string | undefined;
  for (;;) {
    const names = await namesAfter(context, selection, after);
    for (const name of names) {
      const last = await deleteIfThere(context, name);
      if (last !== undefined) yield last;
    }
    after = names.at(-1);
    if (after === undefined || names.length < BATCH) return;
  }
}

async function namesAfter(
  { model, store }: WriteContext,
  selection: Pick<ListPlan, "fields" | "labels">,
  after: string | undefined,
): Promise<readonly string[]> {
  const name = listFields(model).get("metadata.name")?.column;
  if (name?.in !== "object") throw new TypeError("metadata.name is a column of every model");
  const page = await store.list(model, {
    ...selection,
    sort: [{ field: name, descending: false }],
    window: { by: "keyset", limit: BATCH, ...(after !== undefined && { after: [after] }) },
    total: false,
  });
  const names: string[] = [];
  for await (const data of page.items) names.push(parseStored({ data }).metadata.name);
  return names;
}

async function deleteIfThere(context: WriteContext, name: string): Promise<Uint8Array | undefined> {
  try {
    return (await deleteObject(context, name)).data;
  } catch (error) {
    if (error instanceof ApiError && error.code === "NotFound") return undefined;
    throw error;
  }
}
