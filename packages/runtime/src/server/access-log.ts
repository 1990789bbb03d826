import type { IncomingMessage, ServerResponse } from "node:http";
import { knownSession } from "../http/request-caller.js";
import { requestIdOf } from "../http/request-id.js";
import { splitTarget } from "../http/request-target.js";
import type { Log } from "../log/log.js";
import type { TraceFields } from "../trace/telemetry.js";

/** How a request ended. */
export interface EndedRequest {
  readonly response: ServerResponse;
  /** What was requested, as in the metrics: a resource or a group of endpoints. */
  readonly route: string;
  readonly milliseconds: number;
  /** Names the span of the request, or the trace that its caller has said it belongs to. */
  readonly trace: TraceFields;
}

/** Called when a request arrives. The function returned is called when its answer has been sent or broken off. */
export type AccessLog = (request: IncomingMessage) => (ended: EndedRequest) => void;

/** Logs each request in one line when it has ended. The query is left out, since it may contain secrets. */
export function createAccessLog(log: Log): AccessLog {
  return (request) => {
    const { method, socket } = request;
    const { path } = splitTarget(request.url ?? "/");
    // Answers on one connection are sent one after another, so the difference is the size of this answer with its headers.
    const sentBefore = socket.bytesWritten;
    return ({ response, route, milliseconds, trace }) => {
      const aborted = !response.writableFinished;
      const user = knownSession(request)?.caller.name;
      const fields = {
        method,
        path,
        route,
        // An answer that was not begun has no status.
        ...(response.headersSent && { status: response.statusCode }),
        ...(aborted && { aborted }),
        bytes: socket.bytesWritten - sentBefore,
        ms: Math.round(milliseconds * 10) / 10,
        requestId: requestIdOf(request),
        ...(user !== undefined && { user }),
        ...trace,
      };
      log.info(fields, "request");
    };
  };
}
