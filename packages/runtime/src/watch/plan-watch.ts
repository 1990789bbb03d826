import type { IncomingHttpHeaders } from "node:http";
import { ApiError } from "../error/api-error.js";
import { planSelection, type Visibility } from "../list/plan-list.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { type LogPosition, parsePosition } from "@cmgen/store";
import type { Selection } from "../list/match-selection.js";

/** The parameters of a watch. */
export interface WatchPlan {
  readonly selection: Selection;
  /** Where to start; absent for "from now on". */
  readonly position?: LogPosition;
}

/** How a watch is asked for. */
export interface WatchRequest {
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  /** How much of the resource the caller can find; undefined for all of it. */
  readonly visibility: Visibility | undefined;
}

const OWN_PARAMETERS: ReadonlySet<string> = new Set(["watch", "resourceVersion"]);

/**
 * Reads the parameters of a watch. `Last-Event-ID`, which browsers send when they reconnect, wins over `resourceVersion`, since it is newer.
 *
 * @throws {ApiError} `InvalidQuery`.
 */
export function planWatch(model: ModelDescriptor, { query, headers, visibility }: WatchRequest): WatchPlan {
  const parameters = new URLSearchParams(query);
  const selection = planSelection(model, parameters, { others: OWN_PARAMETERS, visibility });
  const lastEventId = headers["last-event-id"];
  const given = typeof lastEventId === "string" && lastEventId !== "" ? lastEventId : parameters.get("resourceVersion");
  if (given === null) return { selection };
  if (parameters.getAll("resourceVersion").length > 1)
    throw invalidParameter("resourceVersion", "may be given only once");
  const position = parsePosition(given);
  if (position === undefined) throw invalidParameter("resourceVersion", "must be that of a list or an event");
  return { selection, position };
}

/** The problem of a parameter of a watch. */
export function invalidParameter(path: string, message: string): ApiError {
  return new ApiError("InvalidQuery", `${path} ${message}.`, { errors: [{ path, code: "invalid", message }] });
}
