import { ApiError } from "../error/api-error.js";
import type { Log } from "../log/log.js";
import type { VersionView } from "../version/version-view.js";
import type { Store } from "@cmgen/store";
import type { ChangeSource } from "./change-source.js";
import { assertKept } from "./log-reader.js";
import type { WatchPlan } from "./plan-watch.js";
import { printIn, type PrintEvent } from "./watch-events.js";
import { WatchStream } from "./watch-stream.js";

export interface WatchedResource {
  /** The version that is asked for. */
  readonly view: VersionView;
  readonly store: Store;
  readonly changes: ChangeSource;
  readonly log: Log;
}

export interface WatchForm {
  readonly print: PrintEvent;
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal;
}

/**
 * Watches what a plan selects, from its revision on (contract, Watch): each committed change once, in the order of revisions. Begins
 * with a bookmark, which tells the caller that it has begun. Ends when `signal` is aborted or the service stops. No object is read to begin:
 * each change tells what the object was before and after it.
 *
 * @throws {ApiError} `Expired` when the revision is no longer kept, or has not been reached. Once the watch has begun, `Expired` is an event.
 */
export async function watchObjects(
  { view, store, changes, log }: WatchedResource,
  plan: WatchPlan,
  { print, signal }: WatchForm,
): Promise<WatchStream> {
  await changes.begin();
  const newest = await store.revision();
  const revision = plan.revision ?? newest;
  if (revision > newest) throw aheadOfDatabase(revision, newest);
  await assertKept(store, revision);
  const stream = new WatchStream({
    view,
    changes,
    log,
    selection: plan.selection,
    revision,
    print: printIn(view, print),
  });
  signal.addEventListener("abort", () => stream.destroy(), { once: true });
  if (signal.aborted) stream.destroy();
  return stream;
}

/** A database that was restored from a backup, or replaced, has not come as far: what the client knows is of another history. */
function aheadOfDatabase(revision: number, newest: number): ApiError {
  return new ApiError(
    "Expired",
    `The revision ${revision} is ahead of the newest, ${newest}: list again and watch from there.`,
  );
}
