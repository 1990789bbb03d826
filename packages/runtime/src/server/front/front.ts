import type { IncomingMessage, ServerResponse } from "node:http";
import { ApiError } from "../../error/api-error.js";
import { noteClientView } from "../../http/client-view.js";
import { absoluteTarget } from "../../http/request-target.js";
import { sendProblem } from "../../http/send-problem.js";
import type { Log } from "../../log/log.js";
import { isHost, messageProblem } from "../message-problem.js";
import { mountBelow } from "./base-path.js";
import { Cors } from "./cors.js";
import { foreignWriteProblem, isPreflight, preflightProblem } from "./foreign-writes.js";
import { ForwardedReader, type Forwarded } from "./forwarded.js";
import type { FrontSettings } from "./front-settings.js";
import { HostNames } from "./host-names.js";

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
