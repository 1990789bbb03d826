import { COUNTED_REFERRERS, type Removal, type WriteOutcome } from "@cmgen/store";
import { planList } from "../../list/plan-list.js";
import type { ModelDescriptor } from "../../model/model-descriptor.js";
import { namesAt } from "../../model/reference-path.js";
import { finalizersOf, isTerminating, parseStored, REFERENCES_FINALIZER, type StoredObject } from "../stored-object.js";
import { readObjects } from "../walk-objects.js";
import type { WriteContext } from "../write-context.js";
import { removalGuard } from "./reference-guards.js";

/** Objects that are read to find a circle, at most. */
const MOST_VISITED = 1000;

/**
 * Removes an object that no longer has finalizers, unless other objects refer to it. Referrers that are being deleted too, and that form a circle
 * of references with it, do not count: each of them would wait for the next one forever.
 */
export async function removeReleased(
  context: WriteContext,
  object: StoredObject,
  removal: Removal,
): Promise<WriteOutcome> {
  const { model, store } = context;
  const outcome = await store.remove(model, { ...removal, ...removalGuard(context, removal.name) });
  if (outcome.refused !== "referred") return outcome;
  const circle = await circleOf(context, object);
  if (circle.size === 0) return outcome;
  const except = (table: string): readonly string[] => [...(circle.get(table) ?? [])];
  return store.remove(model, { ...removal, ...removalGuard(context, removal.name, except) });
}

type Names = Map<string, Set<string>>;

/** The names of the referrers with which an object forms a circle, by table. */
async function circleOf(context: WriteContext, object: StoredObject): Promise<Names> {
  const reached = await reachedFrom(context, object);
  const circle: Names = new Map();
  for (const { referrer, reference } of context.references.incoming) {
    const parameters: [string, string][] = [
      ["fieldSelector", `${reference.index}=${object.metadata.name}`],
      ["limit", String(COUNTED_REFERRERS)],
    ];
    const referrers = readObjects({ model: referrer, store: context.store }, planList(referrer, parameters));
    for await (const data of referrers) {
      const { name } = parseStored({ data }).metadata;
      if (reached.get(referrer.table)?.has(name)) add(circle, referrer, name);
    }
  }
  return circle;
}

/** The names, by table, of objects that can be reached from an object along references, if each is being deleted and waits only for its referrers. */
async function reachedFrom(context: WriteContext, object: StoredObject): Promise<Names> {
  const { store, references } = context;
  const reached: Names = new Map();
  const queue: { readonly model: ModelDescriptor; readonly object: StoredObject }[] = [
    { model: context.model, object },
  ];
  for (const from of queue) {
    if (queue.length > MOST_VISITED) return reached;
    for (const { model, path, view } of references.table.outgoing(from.model)) {
      for (const { name } of namesAt(from.object, path)) {
        if (reached.get(model.table)?.has(name)) continue;
        const stored = await store.read(model, name);
        const target = stored && view.stored(parseStored(stored));
        if (target === undefined || !waitsForReferrersAlone(target)) continue;
        add(reached, model, name);
        queue.push({ model, object: target });
      }
    }
  }
  return reached;
}

function waitsForReferrersAlone(object: StoredObject): boolean {
  return isTerminating(object) && finalizersOf(object).every((finalizer) => finalizer === REFERENCES_FINALIZER);
}

function add(names: Names, { table }: ModelDescriptor, name: string): void {
  const known = names.get(table) ?? new Set();
  names.set(table, known.add(name));
}
