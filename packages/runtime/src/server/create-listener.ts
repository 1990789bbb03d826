import type { IncomingMessage, ServerResponse } from "node:http";
import type { MigrationStatus } from "@cmgen/store";
import { type ProblemResponder, respondBy } from "../http/problem-responder.js";
import { rememberResponse } from "../http/taken-cookie.js";
import { sendProblem } from "../http/send-problem.js";
import type { PluginRegistry } from "../plugin/plugin-registry.js";
import type { AccessLog } from "./access-log.js";
import type { InnerRequests } from "./agents/inner-requests.js";
import type { AgentTools } from "./agents/load-tools.js";
import { createMcpHandler } from "./agents/mcp-handler.js";
import { createDispatch, type Dispatch } from "./dispatch.js";
import type { Front } from "./front/front.js";
import type { Listener } from "./http-server.js";
import type { LogicRunners } from "./logic-runners.js";
import { remoteAddressOf } from "../http/client-view.js";
import { type RateLimit, RateLimiter } from "./rate-limits.js";
import type { Log } from "../log/log.js";
import type { Metrics } from "../metrics/metrics.js";
import type { ServerLimits } from "./server-limits.js";
import type { Service } from "../host/service.js";
import { splitTarget } from "../http/request-target.js";
import { beginRequestSpan, callersTrace } from "../trace/telemetry.js";
import { ApiError } from "../error/api-error.js";

/** Answers requests, in this order: the front, the generated and custom routes, and the application for everything else. */
export interface Listening {
  readonly service: Service;
  readonly registry: PluginRegistry;
  readonly logic: LogicRunners;
  readonly migrations: readonly MigrationStatus[];
  readonly metrics: Metrics;
  readonly limits: ServerLimits;
  readonly entrance: Entrance;
  readonly accessLog: AccessLog | undefined;
  /** How many requests an address may make; undefined for any number. */
  readonly rateLimit: RateLimit | undefined;
  /** What agents use the service by, and how their tools ask it; undefined where it has none. */
  readonly agents: Agents | undefined;
}

/** By what way requests come in. */
export interface Entrance {
  readonly front: Front;
  readonly problem: ProblemResponder | undefined;
  readonly rest: (request: IncomingMessage, response: ServerResponse) => void;
}

export interface Agents {
  readonly tools: AgentTools;
  readonly inner: InnerRequests;
  /** Answers what the tools ask that no route has: the service's own document. */
  readonly rest: Entrance["rest"];
}

/**
 * Generated routes come first, since they answer without any framework. The application has the rest, and `/healthz` is answered under any load.
 */
export function createListener(listening: Listening): Listener {
  const { service, registry, logic, migrations, metrics, limits, accessLog, rateLimit, agents } = listening;
  const mcp = agents && createMcpHandler({ service, ...agents });
  const openWatches = new Map<string, number>();
  addWatchGauge(metrics, openWatches);
  const counting: Counting = {
    log: service.log,
    accessLog,
    metrics,
    dispatch: createDispatch({ service, registry, logic, migrations, mcp }),
    rateOf: rateLimit && new RateLimiter("address", rateLimit),
    requests: new Admission(limits.maxRequests),
    watches: new Admission(limits.maxWatches),
    openWatches,
  };
  // The front has admitted the request of the agent, and its tools understand problems.
  agents?.inner.answerBy(listenAt({ front: () => true, problem: undefined, rest: agents.rest }, counting));
  return listenAt(listening.entrance, counting);
}

/** What is counted and limited together, by whatever way requests come in. */
interface Counting extends Pick<Listening, "accessLog" | "metrics"> {
  readonly log: Log;
  readonly dispatch: Dispatch;
  readonly rateOf: RateLimiter | undefined;
  readonly requests: Admission;
  readonly watches: Admission;
  /** By route. */
  readonly openWatches: Map<string, number>;
}

function listenAt({ front, problem, rest }: Entrance, counting: Counting): Listener {
  const { log, accessLog, metrics, dispatch, rateOf, requests, watches, openWatches } = counting;
  return (request, response) => {
    const start = performance.now();
    const logEnd = accessLog?.(request);
    if (problem !== undefined) respondBy(problem, request);
    rememberResponse(request, response);
    const isAdmitted = front(request, response);
    const { url = "/" } = request;
    const found = isAdmitted ? dispatch(url) : undefined;
    const isWatch = url.includes("?") && found?.isWatch?.(request) === true;
    const admission = found === undefined && !DOCUMENTATION.test(url) ? undefined : isWatch ? watches : requests;
    const refusal = admission?.enter() ?? (admission && rateOf?.refusalOf(remoteAddressOf(request)));
    const route = found?.name ?? OTHER_ROUTE;
    if (isWatch) openWatches.set(route, (openWatches.get(route) ?? 0) + 1);
    const span = beginRequestSpan({
      method: request.method,
      headers: request.headers,
      path: splitTarget(url).path,
      route,
    });
    const trace = span?.fields ?? callersTrace(request.headers);
    const ended = (): void => {
      admission?.leave();
      const milliseconds = performance.now() - start;
      const method = methodLabel(request.method);
      const seconds = milliseconds / 1000;
      metrics.requests.record({ method, route, status: response.statusCode, seconds, isWatch });
      if (isWatch) openWatches.set(route, (openWatches.get(route) ?? 1) - 1);
      logEnd?.({ response, route, milliseconds, trace });
      span?.end(response.headersSent ? response.statusCode : undefined);
    };
    if (!isAdmitted) return ended;
    const answer = (): void => {
      if (refusal !== undefined) sendProblem(request, response, { error: refusal, log });
      else if (found === undefined) rest(request, response);
      else found.handle(request, response, () => rest(request, response));
    };
    if (span === undefined) answer();
    else span.run(answer);
    return ended;
  };
}

/** What requests without a route are counted under. */
export const OTHER_ROUTE = "other";

/** The pages that take work. All others are answered under any load. */
const DOCUMENTATION = /^\/(?:docs|openapi\.json)(?:[/?]|$)/;

function addWatchGauge(metrics: Metrics, open: ReadonlyMap<string, number>): void {
  const read = (): { labels: { route: string }; value: number }[] =>
    [...open].map(([route, value]) => ({ labels: { route }, value }));
  metrics.gauge({ name: "cmgen_http_watches", help: "Open watches.", labels: ["route"], read });
}

const COUNTED: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Callers can invent methods, and each would be a new series. */
export function methodLabel(method = ""): string {
  return COUNTED.has(method) ? method : "other";
}

/**
 * Admits a limited number of requests at a time and refuses the others. Each takes memory and a place in the database's queue, and a caller may
 * send any number.
 */
class Admission {
  readonly #most: number;
  #inside = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Counts a request until `leave` is called for it; refused requests must leave too. Returns the refusal of a request that is one too many. */
  enter(): ApiError | undefined {
    this.#inside += 1;
    if (this.#inside <= this.#most) return undefined;
    return new ApiError(
      "TooManyRequests",
      `The service answers at most ${this.#most} requests of this kind at a time. Try again later.`,
      {
        headers: { "retry-after": "1" },
      },
    );
  }

  leave(): void {
    this.#inside -= 1;
  }
}
