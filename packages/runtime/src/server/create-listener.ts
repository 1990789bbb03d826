import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { sendProblem } from "../http/send-problem.js";
import type { PluginRegistry } from "../plugin/plugin-registry.js";
import type { AccessLog } from "./access-log.js";
import { Admission } from "./admission.js";
import { createDispatch } from "./dispatch.js";
import type { Front } from "./front/front.js";
import type { Metrics } from "../metrics/metrics.js";
import type { ServerLimits } from "./server-limits.js";
import type { Service } from "../host/service.js";

/** Answers requests, in this order: the front, the generated and custom routes, and the application for everything else. */
export interface Listening {
  readonly service: Service;
  readonly registry: PluginRegistry;
  readonly metrics: Metrics;
  readonly limits: ServerLimits;
  readonly front: Front;
  readonly accessLog: AccessLog | undefined;
  readonly rest: (request: IncomingMessage, response: ServerResponse) => void;
}

/**
 * Generated routes come first, since they answer without any framework. The application has the rest, and `/healthz` is answered under any load.
 */
export function createListener(listening: Listening): RequestListener {
  const { service, registry, metrics, limits, front, accessLog, rest } = listening;
  const dispatch = createDispatch(service, registry);
  const requests = new Admission(limits.maxRequests);
  const watches = new Admission(limits.maxWatches);
  return (request, response) => {
    const start = performance.now();
    const logEnd = accessLog?.(request);
    const isAdmitted = front(request, response);
    const found = isAdmitted ? dispatch(request.url ?? "/") : undefined;
    const admission = found && (found.isWatch(request) ? watches : requests);
    const refusal = admission?.enter();
    response.once("close", () => {
      admission?.leave();
      const milliseconds = performance.now() - start;
      const route = found?.name ?? "other";
      const method = methodLabel(request.method);
      metrics.record({ method, route, status: response.statusCode, seconds: milliseconds / 1000 });
      logEnd?.({ response, route, milliseconds });
    });
    if (!isAdmitted) return;
    if (refusal !== undefined) sendProblem(request, response, { error: refusal, log: service.log });
    else if (found === undefined) rest(request, response);
    else found.handle(request, response, () => rest(request, response));
  };
}

const COUNTED: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Callers can invent methods, and each would be a new series. */
function methodLabel(method = ""): string {
  return COUNTED.has(method) ? method : "other";
}
