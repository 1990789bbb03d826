import { ApiError } from "../error/api-error.js";
import { problemOf } from "../error/problem.js";
import { listFields } from "../list/list-fields.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { parseStored } from "../resource/stored-object.js";
import type { Log } from "../server/log.js";
import type { Change, Store } from "../store/store.js";
import { assertKept, type ChangeSource } from "./change-source.js";
import { invalidParameter, type WatchPlan } from "./plan-watch.js";
import { SelectionTracker } from "./selection-tracker.js";
import type { OutgoingEvent } from "./watch-events.js";

/** How long a watch may be silent: then it tells how far it is, which also finds out connections that are dead. */
const BOOKMARK_MS = 30_000;

export interface WatchedResource {
  readonly model: ModelDescriptor;
  readonly store: Store;
  readonly changes: ChangeSource;
  readonly log: Log;
}

/**
 * Watches what a plan selects, from its revision on (contract, Watch): each committed change once, in the order of revisions. Begins
 * with a bookmark, so that who listens knows that it has begun. Ends when `signal` is aborted or the service stops.
 *
 * @throws {ApiError} `Expired` when the revision is no longer kept, `InvalidQuery` when it has not been reached. Once the watch has
 * begun, `Expired` is an event.
 */
export async function watchObjects(
  watched: WatchedResource,
  plan: WatchPlan,
  signal: AbortSignal,
): Promise<AsyncIterable<OutgoingEvent>> {
  const newest = await watched.store.revision();
  const revision = plan.revision ?? newest;
  if (revision > newest) throw invalidParameter("resourceVersion", `is ${revision}, and the newest is ${newest}`);
  await assertKept(watched.store, revision);
  const tracker = await createTracker(watched, plan, revision);
  return follow(
    watched,
    { revision, typeOf: (change) => (tracker === undefined ? change.type : tracker.typeOf(change)) },
    signal,
  );
}

interface WatchStart {
  readonly revision: number;
  readonly typeOf: (change: Change) => Change["type"] | undefined;
}

async function* follow(
  watched: WatchedResource,
  start: WatchStart,
  signal: AbortSignal,
): AsyncGenerator<OutgoingEvent> {
  const { model, changes, log } = watched;
  let { revision } = start;
  yield { type: "BOOKMARK", revision, model };
  try {
    while (!signal.aborted && !changes.stopped.aborted) {
      const batch = await changes.after(revision);
      for (const change of batch) {
        ({ revision } = change);
        const isOurs = change.group === model.group && change.plural === model.plural;
        const type = isOurs ? start.typeOf(change) : undefined;
        if (type !== undefined) yield { type, revision, data: change.data };
      }
      if (batch.length > 0) continue;
      const how = await changes.wait(revision, { signal, timeoutMs: BOOKMARK_MS });
      if (how === "silent") yield { type: "BOOKMARK", revision, model };
    }
  } catch (error) {
    if (!(error instanceof ApiError)) log.error("a watch failed", { plural: model.plural, error });
    yield { type: "ERROR", problem: problemOf(ApiError.from(error)) };
  }
}

/** Without selectors a watcher is told of everything, and there is nothing to keep track of. */
async function createTracker(
  { model, store }: WatchedResource,
  { selection }: WatchPlan,
  revision: number,
): Promise<SelectionTracker | undefined> {
  if (selection.fields.length === 0 && selection.labels.length === 0) return undefined;
  const name = listFields(model).get("metadata.name")?.column;
  if (name?.in !== "object") throw new TypeError("metadata.name is a column of every model");
  const sort = [{ field: name, descending: false }];
  const page = await store.list(model, { ...selection, sort, window: { by: "all" }, total: false });
  const inside: string[] = [];
  for await (const data of page.items) inside.push(parseStored({ data }).metadata.name);
  const unknown = await changedBetween({ model, store }, revision, page.revision);
  return new SelectionTracker({ model, selection }, { inside: inside.filter((each) => !unknown.has(each)), unknown });
}

/** Objects that changed after the watch's revision and before the selection was read: as it was at the watch's start is not known. */
async function changedBetween(
  { model, store }: Pick<WatchedResource, "model" | "store">,
  after: number,
  until: number,
): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (let revision = after; revision < until;) {
    const changes = await store.changesAfter(revision, 500);
    for (const { group, plural, name } of changes)
      if (group === model.group && plural === model.plural) names.add(name);
    revision = changes.at(-1)?.revision ?? until;
  }
  return names;
}
