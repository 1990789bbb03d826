import type { ProblemDetails } from "./problem-details.js";

/** A committed change to an object that is, or was, in the selection. `DELETED` carries its last state. */
export interface ChangeEvent<T> {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  /** The service's revision of the change: where a broken watch resumes. */
  readonly resourceVersion: string;
  readonly object: T;
}

/** Nothing up to this revision concerns the watcher any more; sent now and then so that a resumed watch starts late. */
export interface BookmarkEvent {
  readonly type: "BOOKMARK";
  readonly resourceVersion: string;
  readonly object: {
    readonly kind: string;
    readonly apiVersion: string;
    readonly metadata: { readonly resourceVersion: string };
  };
}

/** The watch ends here; `Expired` means that the revision asked for is no longer kept. */
export interface ErrorEvent {
  readonly type: "ERROR";
  readonly object: ProblemDetails;
}

/** One line of a watch (HTTP API, Watch). */
export type WatchEvent<T> = ChangeEvent<T> | BookmarkEvent | ErrorEvent;
