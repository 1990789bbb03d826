import { listFields } from "../list/list-fields.js";
import type { ListPlan } from "@cmgen/store";
import { ApiError } from "../error/api-error.js";
import { assertDeletable } from "./hooks/apply-hooks.js";
import { deleteObject } from "./delete-object.js";
import { readObject } from "./read-object.js";
import { parseStored, type StoredObject } from "./stored-object.js";
import type { WriteContext } from "./write-context.js";

/** Objects that are read at a time. */
const BATCH = 200;

type Selection = Pick<ListPlan, "fields" | "labels">;

/**
 * Deletes every selected object in the order of their names, each as a separate delete, and yields the last state of each. An object that
 * another caller removes first is skipped. Objects created before the current position are not deleted.
 */
export async function* deleteCollection(
  context: WriteContext,
  selection: Selection,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const name of selectedNames(context, selection)) {
    const last = await deleteIfThere(context, name);
    if (last !== undefined) yield last;
  }
}

/**
 * Asks the hooks about every selected object before the first one is deleted: once an answer has begun, it cannot become a refusal. Without
 * hooks nothing is read.
 *
 * @throws {ApiError} the first refusal, which names the object.
 * @throws the signal's reason if the caller disconnects, since hooks may take long for each object.
 */
export async function assertCollectionDeletable(
  context: WriteContext,
  selection: Selection,
  signal: AbortSignal,
): Promise<void> {
  if (context.hooks === undefined) return;
  for await (const name of selectedNames(context, selection)) {
    signal.throwIfAborted();
    const stored = await readObject(context, name);
    if (stored !== undefined) await assertOneDeletable(context, context.view.stored(parseStored(stored)));
  }
}

async function assertOneDeletable(context: WriteContext, object: StoredObject): Promise<void> {
  try {
    await assertDeletable(context, object);
  } catch (error) {
    throw error instanceof ApiError && error.status < 500 ? refusalOf(context, object, error) : error;
  }
}

function refusalOf({ model }: WriteContext, { metadata }: StoredObject, error: ApiError): ApiError {
  const { code, message, errors, extras, headers } = error;
  const detail = `The ${model.singular} ${JSON.stringify(metadata.name)} cannot be deleted, so nothing was deleted. ${message}`;
  return new ApiError(code, detail, { errors, extras, headers, cause: error });
}

/** The names of the selected objects, in order. Holds one object at a time, since they may be large. */
async function* selectedNames(context: WriteContext, selection: Selection): AsyncGenerator<string, void, undefined> {
  let after: string | undefined;
  for (;;) {
    const { names, hasNext } = await namesAfter(context, selection, after);
    yield* names;
    after = names.at(-1);
    if (!hasNext) return;
  }
}

async function namesAfter(
  { model, store }: WriteContext,
  selection: Selection,
  after: string | undefined,
): Promise<{ readonly names: readonly string[]; readonly hasNext: boolean }> {
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
  return { names, hasNext: page.hasNext };
}

async function deleteIfThere(context: WriteContext, name: string): Promise<Uint8Array | undefined> {
  try {
    return (await deleteObject(context, name)).data;
  } catch (error) {
    if (error instanceof ApiError && error.code === "NotFound") return undefined;
    throw error;
  }
}
