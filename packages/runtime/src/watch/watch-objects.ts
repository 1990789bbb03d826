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
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal;
}

/**
 * Watches what a plan selects, from its revision on (contract, Watch): each committed change once, in the order of revisions. It begins with a
 * bookmark, so that the caller knows that it has begun, and ends when `signal` is aborted or the service stops. No object is read to begin, since
 * each change has the object before and after it.
 *
 * @throws {ApiError} `Expired` if the revision is no longer kept, or is in the future. After the watch has begun, `Expired` is an event.
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

/** After a restore from a backup the newest revision may be lower. What the client knows is then from another history. */
function aheadOfDatabase(revision: number, newest: number): ApiError {
  return new ApiError(
    "Expired",
    `The revision ${revision} is ahead of the newest, ${newest}: list again and watch from there.`,
  );
}
