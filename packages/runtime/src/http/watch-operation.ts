import { ApiError } from "../error/api-error.js";
import { planWatch } from "../watch/plan-watch.js";
import { printNdjson, printServerSent, type PrintEvent } from "../watch/watch-events.js";
import { watchObjects } from "../watch/watch-objects.js";
import type { Answer } from "./answer.js";
import { accepts } from "./negotiate.js";
import type { Operation, ResourceRequest } from "./resource-operations.js";

const NDJSON = "application/x-ndjson";

/** A list request that asks for changes instead (contract, Watch). */
export const watchOperation: Operation = { verb: "watch", run: watch };

async function watch({ context, request, changes, query, signal }: ResourceRequest): Promise<Answer> {
  const { view, store, log } = context;
  const form = watchForm(request.headers.accept);
  const plan = planWatch(view.model, query, request.headers);
  const body = await watchObjects({ view, store, log, changes }, plan, { print: form.print, signal: signal() });
  const headers = { "content-type": form.type, "cache-control": "no-cache" };
  return { status: 200, headers, live: true, body };
}

/** Server-sent events for clients that ask for them, else one JSON value per line. */
function watchForm(accept: string | undefined): { readonly type: string; readonly print: PrintEvent } {
  if (accept?.includes("text/event-stream") && accepts(accept, "text/event-stream")) {
    return { type: "text/event-stream", print: printServerSent };
  }
  if (accepts(accept, NDJSON) || accepts(accept, "application/json")) return { type: NDJSON, print: printNdjson };
  throw new ApiError("NotAcceptable", `Accept must include ${NDJSON} or text/event-stream for a watch.`);
}
