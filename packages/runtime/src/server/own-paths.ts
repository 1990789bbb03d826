import type { IncomingMessage, ServerResponse } from "node:http";
import type { Session } from "../access/access-control.js";
import { ApiError } from "../error/api-error.js";
import { admit, pageAttributes, type Wanted } from "../http/admit.js";
import type { Answer } from "../http/answer.js";
import { parseJson } from "../document/parse-json.js";
import { type DocumentTypes, readDocument } from "../http/read-document.js";
import type { RequestHandler } from "../http/request-handler.js";
import { splitTarget } from "../http/request-target.js";
import { sendAnswer } from "../http/send-answer.js";
import { sendProblem } from "../http/send-problem.js";
import type { BodyShare } from "../host/body-budget.js";
import type { Service } from "../host/service.js";

/** What the paths of the service itself begin with: no group of a plugin can be called `-`. */
export const OWN_BASE = "/apis/-";

/** How large a body may be. */
export type BodyLimits = Pick<Service["limits"], "maxBodyBytes" | "maxBodyValues">;

/** A request for a path of the service's own. */
export interface OwnRequest {
  readonly service: Service;
  readonly request: IncomingMessage;
  /** The query as sent, without the `?`. */
  readonly query: string;
  /** Reads the body, which must be JSON, within the limits of an object's, or within others. */
  readonly body: (limits?: BodyLimits) => Promise<unknown>;
  /** Counts what is kept of a body that is read as it arrives; created on first use. */
  readonly share: () => BodyShare;
}

/** A path of the service's own, and what answers it. */
export interface OwnPath {
  readonly method: "GET" | "POST";
  /** Below {@link OWN_BASE}, with the slash. */
  readonly path: string;
  readonly respond: (request: OwnRequest) => Promise<Answer>;
}

/** Makes what answers all paths of the service's own. */
export function createOwnRouter(service: Service, paths: readonly OwnPath[]): RequestHandler {
  return (request, response) => void respond({ service, paths }, request, response);
}

interface OwnRouter {
  readonly service: Service;
  readonly paths: readonly OwnPath[];
}

/** Always answers; never throws. */
async function respond(
  { service, paths }: OwnRouter,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { log, limits } = service;
  try {
    const { path, query } = splitTarget(request.url ?? "/");
    const share = (): BodyShare => service.bodies.shareOf(response);
    const body = async ({
      maxBodyBytes: maxBytes,
      maxBodyValues: maxValues,
    }: BodyLimits = limits): Promise<unknown> => {
      return (await readDocument(request, { types: json, maxBytes, maxValues, share: share() })).value;
    };
    const answer = await answerOf(paths, path, { service, request, query, body, share });
    await sendAnswer({ request, response, compressFromBytes: limits.compressFromBytes }, answer);
  } catch (error) {
    sendProblem(request, response, { error, log });
  }
}

const json: DocumentTypes = new Map([["application/json", parseJson]]);

function answerOf(paths: readonly OwnPath[], path: string, asked: OwnRequest): Answer | Promise<Answer> {
  const { method = "GET" } = asked.request;
  const here = paths.filter((each) => OWN_BASE + each.path === path);
  if (here.length === 0) throw new ApiError("NotFound", "There is nothing at this path.");
  const allow = [
    ...here.map((each) => each.method),
    ...(here.some((each) => each.method === "GET") ? ["HEAD"] : []),
    "OPTIONS",
  ];
  const headers = { allow: allow.join(", ") };
  if (method === "OPTIONS") return { status: 204, headers };
  const found = here.find((each) => each.method === (method === "HEAD" ? "GET" : method));
  if (found === undefined)
    throw new ApiError("MethodNotAllowed", `${method} is not allowed here. Allowed: ${headers.allow}.`, { headers });
  return found.respond(asked);
}

/** An answer of JSON for one caller. */
export function ownAnswer(value: unknown, status = 200): Answer {
  const headers = { "cache-control": "private, no-store", vary: "authorization, cookie" };
  return { status, headers, body: Buffer.from(JSON.stringify(value)) };
}

/** Asserts that the caller may ask this: by its roles, and by the authorizer, to which it is a `get` of the path. */
export async function admitOwn({ service, request }: OwnRequest, wanted: Wanted): Promise<Session | undefined> {
  return admit(service, {
    request,
    wanted,
    attributes: () => pageAttributes(request, splitTarget(request.url ?? "/").path),
  });
}
