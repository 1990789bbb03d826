import type { Stored } from "@cmgen/model";
import { jsonEqual } from "@cmgen/model/internal";
import { isApiError } from "../error/api-error.js";
import type { ExtensionObject, ModelDescriptor } from "../model/model-descriptor.js";
import { REFERENCES_FINALIZER } from "../resource/stored-object.js";
import type { IncomingReference, ReferenceTable } from "../resource/references/reference-table.js";
import type { Resource } from "../resource/resource.js";
import { clearReference } from "../resource/references/clear-reference.js";
import type { Controller, ControllerContext, ReconcileResult } from "./controller.js";

/** Referrers that are dealt with before others have theirs. */
const BATCH = 100;

/** How long referrers that are being deleted themselves are waited for before they are looked for again. */
const WAIT = "250ms";

/** Marks the objects whose turn it is, as they stand in the change log. */
const TERMINATING = Buffer.from('"deletionTimestamp":"');

type Referrer = Resource<ExtensionObject>;

/**
 * The controllers that deal with what refers to objects that are being deleted: one for each table that is referred to. What they have
 * done is in the objects, so that after a crash the next one goes on from there.
 */
export function referenceSweepers(
  references: ReferenceTable,
  models: readonly ModelDescriptor[],
): readonly Controller[] {
  // What is written there is written as it is stored.
  const tables = new Map(models.map((model) => [model.table, model.storage ?? model]));
  return [...tables.values()]
    .filter((model) => references.incoming(model).length > 0)
    .map((model) => ({
      name: `references to ${model.plural}.${model.group}`,
      model,
      concurrency: 4,
      concerns: {
        fieldSelector: "metadata.deletionTimestamp",
        change: ({ data }) => Buffer.from(data.buffer, data.byteOffset, data.length).includes(TERMINATING),
      },
      reconcile: (name, context) => sweep(references.incoming(model), { model, name, context }),
    }));
}

interface Sweep {
  readonly model: ModelDescriptor;
  readonly name: string;
  readonly context: ControllerContext;
}

/** Goes on with one object: what refers to it is deleted or cleared, some at a time, and then it is let go. */
async function sweep(incoming: readonly IncomingReference[], sweeping: Sweep): Promise<ReconcileResult | void> {
  const { model, name, context } = sweeping;
  const target = context.resource(model);
  const object = await target.find(name);
  if (object?.metadata.deletionTimestamp === undefined) return undefined;
  const failures: unknown[] = [];
  let done = 0;
  for (const reference of incoming) done += await sweepReference(reference, sweeping, failures);
  if (failures.length > 0) throw failures[0];
  if (done > 0) return { requeueAfter: "0s" };
  return (await letGo(target, object)) ? undefined : { requeueAfter: WAIT };
}

/** What a write is refused with where an object is no longer as it was read. */
const CHANGED: ReadonlySet<string> = new Set(["NotFound", "Conflict", "PreconditionFailed"]);

/** How many of the objects that refer by one reference were dealt with. */
async function sweepReference(
  { referrer, reference }: IncomingReference,
  { name, context }: Sweep,
  failures: unknown[],
): Promise<number> {
  const { index, onDelete } = reference;
  if (onDelete !== "cascade" && onDelete !== "clear") return 0;
  const resource: Referrer = context.resource(referrer);
  // What is being deleted already is waited for; a reference is taken out of it all the same.
  const remaining = onDelete === "cascade" ? { "metadata.deletionTimestamp": { exists: false } } : {};
  const { items } = await resource.list({
    where: { [index]: name, ...remaining },
    sort: ["metadata.name"],
    limit: BATCH,
  });
  let done = 0;
  for (const item of items) {
    context.signal.throwIfAborted();
    try {
      if (onDelete === "cascade") await resource.delete(item.metadata.name);
      else await clear(resource, item, { referrer, reference, name });
      done += 1;
    } catch (error) {
      // Gone, or changed: then it is looked at again.
      if (isApiError(error) && CHANGED.has(error.code)) done += 1;
      else failures.push(error);
    }
  }
  return done;
}

interface Clearing extends Pick<IncomingReference, "referrer" | "reference"> {
  readonly name: string;
}

/** Writes an object again without what refers to another, if it still has the version that was read. */
async function clear(
  resource: Referrer,
  item: Stored<ExtensionObject>,
  { referrer, reference: { path, clearedTo, index }, name }: Clearing,
): Promise<void> {
  // The object but for what was taken out of it.
  const cleared = clearReference(item, path, { clearedTo, name }) as Stored<ExtensionObject>;
  if (jsonEqual(item, cleared)) {
    throw new Error(`The ${referrer.singular} ${JSON.stringify(item.metadata.name)} has nothing to clear at ${index}.`);
  }
  const isStatus = path[0] === "status" && referrer.statusSubresource;
  if (!isStatus) await resource.replace(cleared);
  else await resource.status.update(item.metadata.name, () => cleared.status ?? {}, { ifMatch: item.metadata });
}

/** Takes the finalizer off, with which the object goes unless others hold it; false where something still refers to it. */
async function letGo(target: Referrer, { metadata }: Stored<ExtensionObject>): Promise<boolean> {
  const { name, finalizers = [] } = metadata;
  if (!finalizers.includes(REFERENCES_FINALIZER)) return true;
  const others = finalizers.filter((finalizer) => finalizer !== REFERENCES_FINALIZER);
  try {
    await target.update(name, { metadata: { finalizers: others } }, { ifMatch: metadata });
    return true;
  } catch (error) {
    if (isApiError(error) && error.code === "Referenced") return false;
    throw error;
  }
}
