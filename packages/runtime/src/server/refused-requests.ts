import type { RefusedRequests } from "../audit/refused-requests.js";
import { remoteAddressOf } from "../http/client-view.js";
import { callerOf } from "../http/request-caller.js";
import { requestIdOf } from "../http/request-id.js";
import { splitTarget } from "../http/request-target.js";
import type { AccessLog } from "./access-log.js";

const WRITING: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** Tells the audit of requests that were refused: 401, 403, and every write that the caller was refused. */
export function refusedRequests(refusals: RefusedRequests): AccessLog {
  return (request) => {
    // At the end the connection may be gone, and its address with it.
    const peer = request.socket.remoteAddress ?? "";
    return ({ response }) => {
      const { statusCode: status, headersSent } = response;
      const { method } = request;
      const isWrite = WRITING.has(method ?? "") && status >= 400 && status < 500;
      if (!headersSent || !(status === 401 || status === 403 || isWrite)) return;
      const { path } = splitTarget(request.url ?? "/");
      const actor = callerOf(request).name;
      const address = remoteAddressOf(request) || peer;
      refusals.add({ status, method, path, actor, requestId: requestIdOf(request), address });
    };
  };
}

/** Two logs of requests as one; either may be absent. */
export function bothLogs(one: AccessLog | undefined, other: AccessLog | undefined): AccessLog | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return (request) => {
    const [first, second] = [one(request), other(request)];
    return (ended) => {
      first(ended);
      second(ended);
    };
  };
}
