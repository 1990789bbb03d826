import { jsonEqual } from "@cmgen/model/internal";
import { planList } from "../../list/plan-list.js";
import type { ModelDescriptor, ReferenceDescriptor } from "../../model/model-descriptor.js";
import { finalizersOf, isTerminating, parseStored, readObject, type StoredObject } from "../stored-object.js";
import { readObjects } from "../walk-objects.js";
import type { WriteContext } from "../write-context.js";
import { clearReference } from "./clear-reference.js";
import type { IncomingReference } from "./reference-table.js";

/** So many objects are deleted and cleared together with the one that they refer to, at most. */
const MOST = 100;

/** An object that goes with the one that it refers to. */
export interface DoomedObject {
  readonly context: WriteContext;
  readonly object: StoredObject;
}

/** An object that stays, without its reference. */
export interface ClearedObject extends Pick<IncomingReference, "referrer" | "reference"> {
  readonly context: WriteContext;
  /** Its own name. */
  readonly name: string;
  /** What it refers to. */
  readonly target: string;
}

/** All that is to be written for an object to be removed. */
export interface Cascade {
  /** Those that refer to others of them come later. */
  readonly doomed: readonly DoomedObject[];
  /** None of them is doomed. */
  readonly cleared: readonly ClearedObject[];
}

/**
 * Finds what is deleted or cleared with an object, as its references say. Objects that restrict are not looked for: the removal is refused.
 *
 * @param contextOf the context in which objects of a model are written.
 * @returns undefined if these are many, or if one of them waits for finalizers.
 */
export async function findCascade(
  contextOf: (model: ModelDescriptor) => WriteContext,
  { context, object }: DoomedObject,
): Promise<Cascade | undefined> {
  const doomed = new Map<string, DoomedObject>([[keyOf(context.model, object.metadata.name), { context, object }]]);
  const cleared: ClearedObject[] = [];
  // The map grows while it is gone through.
  for (const target of doomed.values()) {
    for (const { referrer, reference } of target.context.references.incoming) {
      if (reference.onDelete !== "cascade" && reference.onDelete !== "clear") continue;
      const of = contextOf(referrer);
      for await (const found of referrersOf(of, reference, target.object.metadata.name)) {
        const { name } = found.metadata;
        const key = keyOf(referrer, name);
        if (doomed.has(key)) continue;
        if (doomed.size + cleared.length > MOST) return undefined;
        if (reference.onDelete === "clear") {
          cleared.push({ context: of, referrer, reference, name, target: target.object.metadata.name });
          continue;
        }
        if (isTerminating(found) || finalizersOf(found).length > 0) return undefined;
        doomed.set(key, { context: of, object: found });
      }
    }
  }
  const [, ...others] = doomed.values();
  return { doomed: others, cleared: cleared.filter(({ referrer, name }) => !doomed.has(keyOf(referrer, name))) };
}

function keyOf({ table }: ModelDescriptor, name: string): string {
  return `${table} ${name}`;
}

/** Those that refer to an object now. Lists show what is stored, where the same batch may have deleted or changed some. */
async function* referrersOf(
  context: WriteContext,
  reference: ReferenceDescriptor,
  target: string,
): AsyncGenerator<StoredObject, void, undefined> {
  const { model, store } = context;
  const plan = planList(model, [
    ["limit", String(MOST + 1)],
    ["fieldSelector", `${reference.index}=${target}`],
  ]);
  for await (const data of readObjects({ model, store }, plan)) {
    const stored = await readObject(context, parseStored({ data }).metadata.name);
    if (stored === undefined) continue;
    const object = parseStored(stored);
    if (refersTo(object, reference, target)) yield object;
  }
}

/** Whether anything would be taken out of an object if it were not to refer to another one. */
function refersTo(object: StoredObject, { path, clearedTo }: ReferenceDescriptor, name: string): boolean {
  return !jsonEqual(clearReference(object, path, { clearedTo, name }), object);
}
