import { apiVersionOf, type ProblemReferrers } from "@cmgen/model";
import { listFields } from "../list/list-fields.js";
import { planList } from "../list/plan-list.js";
import type { AllOf } from "@cmgen/store";
import { ApiError } from "../error/api-error.js";
import { assertDeletable } from "./hooks/apply-hooks.js";
import { assertChangeable } from "./permission.js";
import { deleteObject } from "./delete-object.js";
import { seesReferences } from "./references/reference-refusals.js";
import type { IncomingReference } from "./references/reference-table.js";
import { parseStored, readObject, type StoredObject } from "./stored-object.js";
import { readObjects } from "./walk-objects.js";
import type { WriteContext } from "./write-context.js";

/** Objects that are read at a time. */
const BATCH = 200;

/** The number of referrers that a refusal names. */
const MOST_REFERRERS = 10;

/**
 * Deletes every selected object in the order of their names, each as a separate delete, and yields the last state of each. An object that
 * another caller removes first is skipped. Objects created before the current position are not deleted. An object that other objects refer to
 * is tried again after the others, and left if they still do.
 */
export async function* deleteCollection(
  context: WriteContext,
  selection: AllOf,
): AsyncGenerator<Uint8Array, void, undefined> {
  let referred: string[] = [];
  for await (const name of selectedNames(context, selection)) {
    const last = await deleteIfThere(context, name);
    if (last === "referred") referred.push(name);
    else if (last !== undefined) yield last;
  }
  for (let before = Infinity; referred.length > 0 && referred.length < before;) {
    before = referred.length;
    const still: string[] = [];
    for (const name of referred) {
      const last = await deleteIfThere(context, name);
      if (last === "referred") still.push(name);
      else if (last !== undefined) yield last;
    }
    referred = still.toReversed();
  }
}

/**
 * Asks the hooks about every selected object, and whether objects of another model refer to it, before the first one is deleted: once an
 * answer has begun, it cannot become a refusal. Without hooks and such references no object is read.
 *
 * @throws {ApiError} the first refusal, which names the object.
 * @throws the signal's reason if the caller disconnects, since hooks may take long for each object.
 */
export async function assertCollectionDeletable(
  context: WriteContext,
  selection: AllOf,
  signal: AbortSignal,
): Promise<void> {
  const restricting = context.references.incoming.filter(
    ({ referrer, reference }) => reference.onDelete === "restrict" && referrer.table !== context.model.table,
  );
  const isGuarded = context.access?.isGuarded === true;
  if (context.hooks === undefined && restricting.length === 0 && !isGuarded) return;
  for await (const name of selectedNames(context, selection)) {
    signal.throwIfAborted();
    for (const { referrer, reference } of restricting) {
      const names = await liveReferrers(context, { referrer, reference }, name);
      if (names.length === 0) continue;
      const isSeen = seesReferences(context, referrer, reference.index);
      throw isSeen
        ? stillReferred(context, name, referrersOf({ referrer, reference }, names))
        : referredUnseen(context, name);
    }
    if (context.hooks === undefined && !isGuarded) continue;
    const stored = await readObject(context, name);
    if (stored !== undefined) await assertOneDeletable(context, context.view.stored(parseStored(stored)));
  }
}

function referrersOf(
  { referrer, reference }: Pick<IncomingReference, "referrer" | "reference">,
  names: readonly string[],
): ProblemReferrers {
  const { kind } = referrer;
  const more = names.length === MOST_REFERRERS && { more: true };
  return { apiVersion: apiVersionOf(referrer), kind, field: reference.index, names, count: names.length, ...more };
}

function stillReferred({ model }: WriteContext, name: string, referrers: ProblemReferrers): ApiError {
  const { kind, field, names } = referrers;
  const who = `${kind} ${names.map((each) => JSON.stringify(each)).join(", ")}`;
  return new ApiError(
    "Referenced",
    `The ${model.singular} ${JSON.stringify(name)} cannot be deleted, so none was: ${who} refers to it by ${field}.`,
    { extras: { referrers: [referrers] } },
  );
}

/** The same for a caller who must not learn who refers to it. */
function referredUnseen({ model }: WriteContext, name: string): ApiError {
  return new ApiError(
    "Referenced",
    `The ${model.singular} ${JSON.stringify(name)} cannot be deleted, because other objects refer to it; so none was.`,
    { extras: { referrers: [] } },
  );
}

/** The names of the first objects that refer to one and are not being deleted themselves. */
async function liveReferrers(
  { store }: WriteContext,
  { referrer, reference }: Pick<IncomingReference, "referrer" | "reference">,
  name: string,
): Promise<readonly string[]> {
  const selectors = [`${reference.index}=${name}`, "!metadata.deletionTimestamp"];
  const parameters = selectors.map((selector): [string, string] => ["fieldSelector", selector]);
  const plan = planList(referrer, [["limit", String(MOST_REFERRERS)], ...parameters]);
  const names: string[] = [];
  for await (const data of readObjects({ model: referrer, store }, plan))
    names.push(parseStored({ data }).metadata.name);
  return names;
}

async function assertOneDeletable(context: WriteContext, object: StoredObject): Promise<void> {
  try {
    await assertChangeable(context, object);
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
async function* selectedNames(context: WriteContext, selection: AllOf): AsyncGenerator<string, void, undefined> {
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
  selection: AllOf,
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

async function deleteIfThere(context: WriteContext, name: string): Promise<Uint8Array | "referred" | undefined> {
  try {
    return (await deleteObject(context, name)).data;
  } catch (error) {
    // It may have changed since it was selected, so that the caller may no longer delete it.
    if (error instanceof ApiError && (error.code === "NotFound" || error.code === "Forbidden")) return undefined;
    if (error instanceof ApiError && error.code === "Referenced") return "referred";
    throw error;
  }
}
