import type { IncomingMessage, ServerResponse } from "node:http";
import { anonymous } from "../access/caller.js";
import { callerResources } from "../objects/caller-resources.js";
import { systemName, type Writer } from "../access/writer.js";
import { ApiError } from "../error/api-error.js";
import { admit } from "../http/admit.js";
import type { BodyShare } from "../host/body-budget.js";
import { remoteAddressOf } from "../http/client-view.js";
import { sendContinue } from "../http/read-body.js";
import { requestPlace } from "../http/request-origin.js";
import { requestIdOf } from "../http/request-id.js";
import { decodeSegment, mountPathOf, splitTarget } from "../http/request-target.js";
import { runAs, type CodeOwner } from "../log/code-owner.js";
import { printValue } from "../log/describe-error.js";
import type { RequestHandler } from "../http/request-handler.js";
import { type ProblemResponder, respondBy } from "../http/problem-responder.js";
import { sendProblem } from "../http/send-problem.js";
import type { RequestAttributes, Verb } from "../host/authorizer.js";
import { type NotReady, notReadyError, type Service } from "../host/service.js";
import type { Endpoints, Handler, Route } from "./endpoints.js";
import { compareTemplates, compileTemplate } from "./path-template.js";
import { sendResponse } from "./send-response.js";
import { webRequest } from "./web-request.js";

/** Endpoints of one plugin, and whether they can be served. */
export interface EndpointMount {
  readonly endpoints: readonly Endpoints[];
  /** Names them in the log if something they started fails later. */
  readonly owner: CodeOwner;
  readonly notReady: () => NotReady | undefined;
}

/**
 * Serves custom endpoints (spec 4.3) below their paths. Of the routes that have a handler for a request, the one with the
 * most specific template gets it, wherever it is declared; then the functions that have no template, as they are declared. Other requests are
 * left to `next`, unless a route has the path with other methods.
 */
export function createEndpointRouter(service: Service, mount: EndpointMount): RequestHandler {
  const routes = mount.endpoints.flatMap(({ base, routes: own, problem }) =>
    own.map((route): MountedRoute => ({ base, route, problem })),
  );
  routes.sort(bySpecificity);
  return (request, response, next) => {
    const { path } = splitTarget(request.url ?? "/");
    const candidates = routes.filter(({ base }) => path.startsWith(`${base}/`));
    if (candidates.length === 0) next();
    else void respond({ service, mount, candidates, path }, { request, response, next });
  };
}

interface MountedRoute {
  readonly base: string;
  readonly route: Route;
  readonly problem: ProblemResponder | undefined;
}

function bySpecificity(one: MountedRoute, other: MountedRoute): number {
  const [a, b] = [one.route.path, other.route.path];
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return compareTemplates(one.base + a, other.base + b);
}

interface Candidates {
  readonly service: Service;
  readonly mount: EndpointMount;
  readonly candidates: readonly MountedRoute[];
  readonly path: string;
}

interface Incoming {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly next: (error?: unknown) => void;
}

/** Always answers; never throws. */
async function respond(among: Candidates, { request, response, next }: Incoming): Promise<void> {
  const { owner } = among.mount;
  const gone = new AbortController();
  // An error of a listener added by a handler is assigned to the plugin too.
  response.once("close", () => runAs(owner, () => gone.abort()));
  try {
    const share = among.service.bodies.shareOf(response);
    const exchange = { signal: gone.signal, share };
    const isAnswered = await runAs(owner, async () => {
      const answer = await answerOf(among, request, exchange);
      if (answer !== undefined) await sendResponse(answer, response, request.method);
      return answer !== undefined;
    });
    if (!isAnswered) next();
  } catch (error) {
    sendProblem(request, response, { error, log: among.service.log });
  }
}

async function answerOf(
  among: Candidates,
  request: IncomingMessage,
  exchange: { readonly signal: AbortSignal; readonly share: BodyShare },
): Promise<Response | undefined> {
  const { service, mount, candidates, path } = among;
  if (path.split("/").some((segment) => decodeSegment(segment) === undefined)) {
    throw new ApiError("BadRequest", "The path has a % that is not followed by two hex digits.");
  }
  const allow = allowedMethods(candidates, path);
  if (request.method === "OPTIONS" && allow.length > 0)
    return new Response(null, { status: 204, headers: { allow: allow.join(", ") } });
  if (!METHODS.has(request.method ?? "")) throw methodNotAllowed(request.method, allow);
  const asked = webRequest(request, { limits: service.limits, ...exchange });
  const found = findHandler(candidates, asked, mountPathOf(request));
  const { problem } = found?.mounted ?? candidates[0] ?? {};
  if (problem !== undefined) respondBy(problem, request);
  if (found === undefined) {
    if (allow.length > 0) throw methodNotAllowed(request.method, allow);
    return undefined;
  }
  const notReady = mount.notReady();
  if (notReady !== undefined) throw notReadyError(notReady);
  const wanted = { of: "endpoint", endpoint: endpointName(found.mounted) } as const;
  const session = await admit(service, { request, wanted, attributes: () => attributesOf(request, path) });
  sendContinue(request);
  const writer = writerOf(request, mount.owner, found.mounted);
  const answer: unknown = await found.handler({
    request: asked,
    signal: exchange.signal,
    params: {},
    body: undefined,
    query: undefined,
    log: service.log,
    requestId: requestIdOf(request),
    user: session?.caller ?? anonymous,
    resource: callerResources(service, { caller: session, plugin: writer }),
  });
  if (answer instanceof Response) return answer;
  throw new TypeError(
    `A handler without typed<…>() must return a Response, such as Response.json(…), not ${printValue(answer)}`,
  );
}

/** An endpoint as roles name it; undefined for a function without a template, which none can name. */
function endpointName({ base, route }: MountedRoute): string | undefined {
  const { method, path } = route;
  return method === undefined || path === undefined ? undefined : `${method} ${base}${path}`;
}

/** Who writes when a handler acts as its plugin, for this request. */
function writerOf(request: IncomingMessage, owner: CodeOwner, { base, route }: MountedRoute): Writer {
  const path = route.path === undefined ? splitTarget(request.url ?? "/").path : base + route.path;
  const verb = `${request.method ?? "GET"} ${path}`;
  return { actor: systemName(owner), verb, ...requestPlace(request) };
}

interface Found {
  readonly handler: Handler;
  readonly mounted: MountedRoute;
}

/** `HEAD` is `GET` without the body, unless a route defines it. */
function findHandler(candidates: readonly MountedRoute[], request: Request, mountPath: string): Found | undefined {
  const find = (asked: Request): Found | undefined => {
    for (const mounted of candidates) {
      const handler = mounted.route(asked, mountPath + mounted.base);
      if (handler !== undefined) return { handler, mounted };
    }
    return undefined;
  };
  return find(request) ?? (request.method === "HEAD" ? find(new Request(request, { method: "GET" })) : undefined);
}

function allowedMethods(candidates: readonly MountedRoute[], path: string): readonly string[] {
  const methods = candidates.flatMap(({ base, route }) => {
    const here = route.method !== undefined && route.path !== undefined && compileTemplate(route.path)(path, base);
    return here && route.method !== undefined ? [route.method] : [];
  });
  if (methods.length === 0) return [];
  return [...new Set([...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"])];
}

function methodNotAllowed(method: string | undefined, allow: readonly string[]): ApiError {
  const headers = { allow: allow.join(", ") };
  return new ApiError("MethodNotAllowed", `${method} is not allowed here. Allowed: ${headers.allow || "nothing"}.`, {
    headers,
  });
}

/** The verb that an authorizer gets for each method. */
const METHODS: ReadonlyMap<string, Verb> = new Map([
  ["GET", "get"],
  ["HEAD", "get"],
  ["OPTIONS", "get"],
  ["POST", "create"],
  ["PUT", "update"],
  ["PATCH", "patch"],
  ["DELETE", "delete"],
]);

/** A path of a plugin's own is in no group, and names no resource. */
function attributesOf(request: IncomingMessage, path: string): RequestAttributes {
  const [, root, ...segments] = path.split("/").map((segment) => decodeSegment(segment) ?? "");
  const [group = "", version = "", resource = "", name = "", ...rest] = root === "apis" ? segments : [];
  return {
    verb: METHODS.get(request.method ?? "") ?? "get",
    group,
    version,
    resource,
    name,
    subresource: rest.join("/"),
    path,
    headers: request.headers,
    remoteAddress: remoteAddressOf(request),
  };
}
