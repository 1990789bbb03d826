import type { IncomingMessage, ServerResponse } from "node:http";
import { ApiError } from "../../error/api-error.js";
import { noteClientView } from "../../http/client-view.js";
import { absoluteTarget } from "../../http/request-target.js";
import { sendProblem } from "../../http/send-problem.js";
import type { Log } from "../../log/log.js";
import { MAX_HEADERS } from "../server-limits.js";
import { mountBelow } from "./base-path.js";
import { Cors } from "./cors.js";
import { foreignWriteProblem, isPreflight, preflightProblem } from "./foreign-writes.js";
import { ForwardedReader, type Forwarded } from "./forwarded.js";
import type { FrontSettings } from "./front-settings.js";
import { HostNames, isHost } from "./host-names.js";

/** Admits a request, or answers it. Returns whether the request is admitted. */
export type Front = (request: IncomingMessage, response: ServerResponse) => boolean;

/** The checks before everything that a server answers. */
interface Guards {
  readonly cors: Cors | undefined;
  /** `undefined` if the service may be called by any name. */
  readonly names: HostNames | undefined;
  readonly forwarded: ForwardedReader | undefined;
  readonly basePath: string;
}

/** Makes a server's front. `listensOn` is the loopback host it listens on; `undefined` if it listens elsewhere. */
export function createFront(settings: FrontSettings, listensOn: string | undefined, log: Log): Front {
  const guards = guardsOf(settings, listensOn);
  return (request, response) => {
    try {
      // First, so that a page can read why it is refused.
      guards.cors?.mark(request, response);
      return admit(guards, request, response);
    } catch (error) {
      sendProblem(request, response, { error, log });
      return false;
    }
  };
}

function guardsOf({ cors, hosts, basePath, isTrusted }: FrontSettings, listensOn: string | undefined): Guards {
  const isChecked = listensOn !== undefined || hosts !== undefined;
  return {
    cors: cors && new Cors(cors),
    names: isChecked ? new HostNames([...(listensOn === undefined ? [] : [listensOn]), ...(hosts ?? [])]) : undefined,
    forwarded: isTrusted && new ForwardedReader(isTrusted),
    basePath,
  };
}

/** @throws {ApiError} if the request is refused. */
function admit(guards: Guards, request: IncomingMessage, response: ServerResponse): boolean {
  const { cors, basePath } = guards;
  throwIfAny(messageProblem(request));
  const forwarded = guards.forwarded?.read(request);
  const host = calledHost(guards, request, forwarded);
  const published = forwarded?.prefix ?? basePath;
  if (published !== "") mountBelow(request, basePath, published);
  if (isPreflight(request)) {
    throwIfAny(preflightProblem(request, { host, cors }));
    cors?.answerPreflight(request, response);
    return false;
  }
  throwIfAny(foreignWriteProblem(request, { method: request.method ?? "", host, cors }));
  return true;
}

/**
 * The host that the client called.
 *
 * @throws {ApiError} `BadRequest` if it is malformed, `Forbidden` if it is not one of the service's names.
 */
function calledHost({ names }: Guards, request: IncomingMessage, forwarded: Forwarded | undefined): string {
  const target = absoluteTarget(request.url ?? "/");
  // RFC 9110, 4.2.1: such a URL must name a host.
  if (target !== undefined && (target.host === "" || !isHost(target.host)))
    throw new ApiError("BadRequest", "The host of the request's target is malformed.");
  // An absolute target, as clients send it to proxies, wins over `Host` (RFC 9112, 3.2.2).
  const host = target?.host ?? request.headers.host;
  if (host !== undefined)
    throwIfAny(names?.problem(request, host, target === undefined ? "Host" : "The host of the request's target"));
  if (forwarded?.host !== undefined) throwIfAny(names?.problem(request, forwarded.host, "X-Forwarded-Host"));
  const called = forwarded?.host ?? host ?? "";
  if (target !== undefined) request.url = target.path;
  if (target !== undefined || forwarded !== undefined) noteClientView(request, { ...forwarded, host: called });
  return called;
}

function throwIfAny(problem: ApiError | undefined): void {
  if (problem !== undefined) throw problem;
}

/**
 * What is wrong with a request in general: too many headers, its `Host` (RFC 9112, 3.2), or a header given twice, of which Node uses one and a
 * proxy in front may have checked the other.
 */
export function messageProblem(request: IncomingMessage): ApiError | undefined {
  const { rawHeaders } = request;
  if (rawHeaders.length > 2 * MAX_HEADERS)
    return new ApiError("TooLarge", `The request has more than ${MAX_HEADERS} headers.`);
  const twice = findRepeated(rawHeaders);
  if (twice !== undefined) return new ApiError("BadRequest", `The header ${twice} is given twice.`);
  const { host } = request.headers;
  if (host === undefined)
    return request.httpVersion === "1.0" ? undefined : new ApiError("BadRequest", "The request has no Host.");
  return isHost(host) ? undefined : new ApiError("BadRequest", "The request's Host is malformed.");
}

/** Node keeps the first of these and drops the others. Told apart by their lengths first, since this is done for each request. */
const SINGLE: ReadonlyMap<number, string> = new Map(
  ["host", "content-type", "authorization"].map((name) => [name.length, name]),
);

function findRepeated(rawHeaders: readonly string[]): string | undefined {
  let seen = "";
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const written = rawHeaders[at] ?? "";
    const name = SINGLE.get(written.length);
    if (name === undefined || written.toLowerCase() !== name) continue;
    if (seen.includes(name)) return name;
    seen += name;
  }
  return undefined;
}
