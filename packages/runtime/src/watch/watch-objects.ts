import { ApiError } from "../error/api-error.js";
import type { Log } from "../log/log.js";
import type { VersionView } from "../version/version-view.js";
import type { ChangeSource } from "./change-source.js";
import type { LogEnds } from "./log-ends.js";
import { assertKept } from "./log-reader.js";
import type { WatchPlan } from "./plan-watch.js";
import type { Audience } from "./round.js";
import { printIn, type PrintEvent } from "./watch-events.js";
import { WatchStream } from "./watch-stream.js";

export interface WatchedResource {
  /** The version that is asked for. */
  readonly view: VersionView;
  readonly changes: ChangeSource;
  /** Of the change log, read after the watch was asked for. */
  readonly ends: LogEnds;
  readonly log: Log;
}

/**
 * Watches what a plan selects, from its revision on (contract, Watch): each committed change once, in the order of revisions. No object is read
 * to begin, since each change has the object before and after it.
 *
 * @throws {ApiError} `Expired` if the revision is no longer kept, or is in the future. After the watch has begun, `Expired` is an event.
 */
export function watchObjects(
  { view, changes, ends, log }: WatchedResource,
  plan: WatchPlan,
  print: PrintEvent,
): WatchStream {
  const { newest, oldest } = ends;
  const revision = plan.revision ?? newest;
  if (revision > newest) throw aheadOfDatabase(revision, newest);
  assertKept(revision, oldest);
  return new WatchStream({ audience: audienceOf(view, plan, printIn(view, print)), changes, log, revision });
}

/** After a restore from a backup the newest revision may be lower. What the client knows is then from another history. */
function aheadOfDatabase(revision: number, newest: number): ApiError {
  return new ApiError(
    "Expired",
    `The revision ${revision} is ahead of the newest, ${newest}: list again and watch from there.`,
  );
}

function audienceOf(view: VersionView, { selection }: WatchPlan, print: PrintEvent): Audience {
  const { group, plural, version } = view.model;
  const selects = selection.fields.length > 0 || selection.labels.length > 0;
  const key = JSON.stringify([group, plural, version, selection], (_, value: unknown) =>
    typeof value === "bigint" ? `${value}n` : value,
  );
  return { view, selection: selects ? selection : undefined, print, key };
}
