import { ApiError } from "../error/api-error.js";
import { invalidParameter, planWatch } from "../watch/plan-watch.js";
import { type PrintEvent, printNdjson, printServerSent } from "../watch/watch-events.js";
import { watchObjects } from "../watch/watch-objects.js";
import type { Answer } from "./answer.js";
import { accepts, NDJSON } from "./negotiate.js";
import type { Operation, ResourceRequest } from "./resource-request.js";
import type { IncomingMessage } from "node:http";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { resourceMatcher, splitTarget } from "./request-target.js";

/** A list request that asks for changes instead (HTTP API, Watch). */
export const watchOperation: Operation = { verb: "watch", run: watch };

async function watch({ context, request, changes, query }: ResourceRequest): Promise<Answer> {
  const { view, log } = context;
  // Watches take turns to begin: everything else comes after that.
  const ends = await changes.ends();
  const form = watchForm(request.headers.accept);
  const { access } = context;
  const plan = planWatch(view.model, { query, headers: request.headers, visibility: access?.visibility });
  if (plan.position !== undefined) await changes.assertPast(plan.position);
  const live = watchObjects(
    { view, log, changes, ends, sight: access && { scope: access.scope, isValid: access.isValid } },
    plan,
    form.print,
  );
  const headers = { "content-type": form.type, "cache-control": "no-cache" };
  return { status: 200, headers, live };
}

/** Server-sent events for clients that ask for them, else one JSON value per line. */
function watchForm(accept: string | undefined): { readonly type: string; readonly print: PrintEvent } {
  if (accept?.includes("text/event-stream") && accepts(accept, "text/event-stream")) {
    return { type: "text/event-stream", print: printServerSent };
  }
  if (accepts(accept, NDJSON) || accepts(accept, "application/json")) return { type: NDJSON, print: printNdjson };
  throw new ApiError("NotAcceptable", `Accept must include ${NDJSON} or text/event-stream for a watch.`);
}

/** Most queries need not be parsed: they have neither the name nor one of its letters percent-encoded. */
const MAY_HAVE_WATCH = /watch|%(?:77|61|74|63|68)/i;

/**
 * Whether a request for a collection is a watch. Only this decides how it is answered and how it is counted.
 *
 * @throws {ApiError} `InvalidQuery` if the value is neither "true" nor "false".
 */
export function asksToWatch({ method }: IncomingMessage, query: string): boolean {
  if ((method !== "GET" && method !== "HEAD") || !MAY_HAVE_WATCH.test(query)) return false;
  const [value, ...others] = new URLSearchParams(query).getAll("watch");
  if (others.length === 0 && (value === undefined || value === "false")) return false;
  if (others.length === 0 && value === "true") return true;
  throw invalidParameter("watch", 'must be given once, as "true" or "false"');
}

/** Makes the function that recognizes the watches of a model. A request that will be refused is not a watch. */
export function watchDetector(model: ModelDescriptor): (request: IncomingMessage) => boolean {
  const match = resourceMatcher(model);
  return (request) => {
    const { path, query } = splitTarget(request.url ?? "/");
    const place = query === "" ? undefined : match(path);
    try {
      return place?.at === "collection" && asksToWatch(request, query);
    } catch {
      // The router finds the same error and answers with it.
      return false;
    }
  };
}
