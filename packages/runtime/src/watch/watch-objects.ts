import type { Scope } from "../access/scope.js";
import { isEverything } from "../list/all-of.js";
import type { Log } from "../log/log.js";
import type { VersionView } from "../version/version-view.js";
import type { ChangeSource } from "./change-source.js";
import type { LogEnds } from "./log-ends.js";
import { assertKept } from "./log-reader.js";
import type { WatchPlan } from "./plan-watch.js";
import type { Audience } from "./round.js";
import { printSeen } from "./print-seen.js";
import { printIn, type PrintEvent } from "./watch-events.js";
import { WatchStream } from "./watch-stream.js";

export interface WatchedResource {
  /** The version that is asked for. */
  readonly view: VersionView;
  readonly changes: ChangeSource;
  /** Of the change log, read after the watch was asked for. */
  readonly ends: LogEnds;
  readonly log: Log;
  /** What the caller sees; absent for everything. */
  readonly sight?: WatchSight | undefined;
  /** Whether it may stay behind for as long as the log has its changes. */
  readonly isPatient?: boolean | undefined;
}

/** What the caller of a watch sees, and for how long. */
export interface WatchSight {
  readonly scope: Scope;
  /** Whether that is still so: asked every second. */
  readonly isValid: () => boolean;
}

/**
 * Watches what a plan selects, from its revision on (HTTP API, Watch): each committed change once, in the order of revisions. No object is read
 * to begin, since each change has the object before and after it.
 *
 * @throws {ApiError} `Expired` if the revision is no longer kept. Whether the database still has its past, {@link ChangeSource.assertPast} says. After the watch has begun, `Expired` is an event.
 */
export function watchObjects(
  { view, changes, ends, log, sight, isPatient }: WatchedResource,
  plan: WatchPlan,
  print: PrintEvent,
): WatchStream {
  const position = plan.position ?? ends.newest;
  assertKept(position.revision, ends.oldest);
  const printShown = sight === undefined ? printIn(view, print) : printSeen(view, sight.scope, print);
  const audience = audienceOf(view, plan, printShown);
  return new WatchStream({ audience, changes, log, position, isAllowed: sight?.isValid, isPatient });
}

function audienceOf(view: VersionView, { selection }: WatchPlan, print: PrintEvent): Audience {
  const { group, plural, version } = view.model;
  const key = JSON.stringify([group, plural, version, selection], (_, value: unknown) =>
    typeof value === "bigint" ? `${value}n` : value,
  );
  return { view, selection: isEverything(selection) ? undefined : selection, print, key };
}
