import type { RefusedRequests } from "../audit/refused-requests.js";
import { remoteAddressOf } from "../http/client-view.js";
import { callerOf } from "../http/request-caller.js";
import { requestIdOf } from "../http/request-id.js";
import { splitTarget } from "../http/request-target.js";
import { refusedOperationsOf, triedObjectOf } from "../http/tried-object.js";
import type { Log } from "../log/log.js";
import type { RunningAudit } from "../audit/start-audit.js";
import { type AccessLog, createAccessLog } from "./access-log.js";
import type { ServerSettings } from "./settings.js";

const WRITING: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** Tells the audit of requests that were refused: 401, 403, and every write that the caller was refused. */
function refusedRequests(refusals: RefusedRequests, tenant: string | undefined): AccessLog {
  return (request) => {
    // At the end the connection may be gone, and its address with it.
    const peer = request.socket.remoteAddress ?? "";
    return ({ response }) => {
      const { statusCode: status, headersSent } = response;
      const { method } = request;
      const isWrite = WRITING.has(method ?? "") && isRefusal(status);
      const operations = refusedOperationsOf(request).filter((operation) => isRefusal(operation.status));
      const isRefused = status === 401 || status === 403 || isWrite || operations.length > 0;
      if (!headersSent || !isRefused) return;
      const { path } = splitTarget(request.url ?? "/");
      const address = remoteAddressOf(request) || peer;
      const about = { tenant, method, path, actor: callerOf(request).name, requestId: requestIdOf(request), address };
      if (operations.length === 0) refusals.add({ status, object: triedObjectOf(request), ...about });
      for (const operation of operations) refusals.add({ ...operation, ...about });
    };
  };
}

function isRefusal(status: number): boolean {
  return status >= 400 && status < 500;
}

/** What is told of each request: the access log, the audit, both or neither. A `tenant` is named where the audit is the service's own. */
export function requestLog(
  { accessLog }: Pick<ServerSettings, "accessLog">,
  { refusals, tenant }: Pick<RunningAudit, "refusals"> & { readonly tenant?: string | undefined },
  log: Log,
): AccessLog | undefined {
  return bothLogs(accessLog ? createAccessLog(log) : undefined, refusals && refusedRequests(refusals, tenant));
}

/** Two logs of requests as one; either may be absent. */
function bothLogs(one: AccessLog | undefined, other: AccessLog | undefined): AccessLog | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return (request) => {
    const [first, second] = [one(request), other(request)];
    return (ended) => {
      first(ended);
      second(ended);
    };
  };
}
