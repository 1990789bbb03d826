import type { IncomingMessage, ServerResponse } from "node:http";
import type { Session } from "../access/access-control.js";
import { type Asked as ObjectAsked, ObjectAccess } from "../access/object-access.js";
import { ApiError } from "../error/api-error.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { createWriteContext } from "../host/create-write-context.js";
import type { WriteContext } from "../resource/write-context.js";
import type { RequestAttributes } from "../host/authorizer.js";
import { notReadyError, type Service } from "../host/service.js";
import type { Answer } from "./answer.js";
import type { BodyShare } from "../host/body-budget.js";
import { asksToWatch, watchOperation } from "./watch-operation.js";
import { type Arriving, admit, isOpen, ruleVerbOf } from "./admit.js";
import { remoteAddressOf } from "./client-view.js";
import { accepts, prefersLines } from "./negotiate.js";
import type { RequestHandler } from "./request-handler.js";
import { knownSession } from "./request-caller.js";
import { requestOrigin } from "./request-origin.js";
import { type RequestTarget, resourceMatcher, type ResourceTarget, splitTarget } from "./request-target.js";
import { operations } from "./resource-operations.js";
import type { Operation } from "./resource-request.js";
import { sendAnswer } from "./send-answer.js";
import { sendProblem } from "./send-problem.js";
import { warningText } from "./warning.js";

/**
 * The generated routes of a model (spec 4.1), as a handler to mount anywhere. It answers all paths below the model's collection, unknown ones
 * with a problem, and leaves all others to `next`, as it does with all paths of a version that is not served.
 */
export function createResourceRouter(service: Service, model: ModelDescriptor): RequestHandler {
  if (model.served === false) return (_request, _response, next) => next();
  const match = resourceMatcher(model);
  const context = createWriteContext(service, model);
  const route: ResourceRoute = { service, context: { ...context, view: context.view.ofCallers } };
  const warning = model.deprecated === undefined ? undefined : warningText(model.deprecated);
  return (request, response, next) => {
    const target = splitTarget(request.url ?? "/");
    const place = match(target.path);
    if (place === undefined) next();
    else {
      // Before anything is answered: problems have it, too.
      if (warning !== undefined) response.setHeader("warning", warning);
      void respond(route, { request, response, target, place });
    }
  };
}

interface ResourceRoute {
  readonly service: Service;
  readonly context: WriteContext;
}

interface MatchedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: RequestTarget;
  readonly place: ResourceTarget;
}

/** Always answers; never throws. */
async function respond(route: ResourceRoute, matched: MatchedRequest): Promise<void> {
  const { request, response } = matched;
  const { log, limits } = route.service;
  try {
    const answer = await run(route, matched);
    const shown = knownSession(request) === undefined ? answer : privately(answer);
    const sending = sendAnswer({ request, response, compressFromBytes: limits.compressFromBytes }, shown);
    if (sending !== undefined) await sending;
  } catch (error) {
    sendProblem(request, response, { error, log });
  }
}

/** @throws {ApiError} if the request is refused; without an authorizer at once, which saves reads some ticks of the event loop. */
function run(
  { service, context }: ResourceRoute,
  { request, response, target, place }: MatchedRequest,
): Answer | Promise<Answer> {
  if (place.at === "malformed")
    throw new ApiError("BadRequest", "The path has a % that is not followed by two hex digits.");
  if (place.at === "nowhere") throw new ApiError("NotFound", "There is nothing at this path.");
  const methods = operations[place.at];
  if (request.method === "OPTIONS") return { status: 204, headers: { allow: allowOf(methods) } };
  const watching = place.at === "collection" && asksToWatch(request, target.query);
  const operation = watching ? watchOperation : findOperation(request.method, methods);
  const { model } = context.view;
  const notReady = service.notReady(model);
  if (notReady !== undefined && !(notReady.isReadable === true && operation.isOfOne === true))
    throw notReadyError(notReady);
  const name = "name" in place ? place.name : "";
  const version = "version" in place ? place.version : "";
  const signal = (): AbortSignal => closedSignal(response);
  const bodies = (): BodyShare => service.bodies.shareOf(response);
  const assertListable = async (other: ModelDescriptor): Promise<void> => {
    const otherNotReady = service.notReady(other);
    if (otherNotReady !== undefined) throw notReadyError(otherNotReady);
    const asked = { model: other, request, target, place: { at: "collection" } } as const;
    await admit(service, arriving(asked, { verb: "list" }));
  };
  const { changes } = service;
  const answer = (session?: Session): Promise<Answer> => {
    // A watch has media types of its own.
    if (!watching) assertAcceptable(request, operation);
    const origin = requestOrigin(request, operation.verb);
    const writing = origin === undefined ? context : { ...context, origin };
    const asked = { request, changes, signal, bodies, assertListable, name, version, query: target.query };
    if (session === undefined) return operation.run({ context: writing, ...asked });
    const access = new ObjectAccess(context.view, session, askedOf(place, operation));
    // A spread would take ten times as long.
    return operation.run({ context: Object.assign({}, writing, { access }), ...asked });
  };
  if (isOpen(service)) return answer();
  const session = admit(service, arriving({ model, request, target, place }, operation));
  return session instanceof Promise ? session.then(answer) : answer(session);
}

/** What a request asks of the rules of roles. To read a status is to read the object, and to restore a version is to write it. */
function askedOf(place: ResourceTarget, { verb }: Pick<Operation, "verb">): Required<ObjectAsked> {
  const ruleVerb = ruleVerbOf(verb);
  const ruled = ruleVerb === "get" ? "history" : "status";
  return { verb: ruleVerb, subresource: subresourceOf(place) === ruled ? ruled : "" };
}

/** Anyone who reads or restores a version must be allowed to read the object, and histories. */
function askedBesides(place: ResourceTarget): readonly Required<ObjectAsked>[] {
  if (subresourceOf(place) !== "history") return [];
  return ["", "history"].map((subresource) => ({ verb: "get", subresource }));
}

function arriving(asked: Asked, operation: Pick<Operation, "verb">): Arriving {
  const { model, request, place } = asked;
  return {
    request,
    wanted: { of: "resource", model, ...askedOf(place, operation) },
    besides: askedBesides(place).map((each) => ({ of: "resource", model, ...each })),
    attributes: () => attributesOf(asked, operation),
  };
}

/** What one caller sees may not be shown to another one by a cache in between (RFC 9111, 5.2.2.7). */
function privately(answer: Answer): Answer {
  const { headers = {} } = answer;
  const { vary, "cache-control": cacheControl } = headers;
  const limits = {
    vary: vary === undefined ? "authorization, cookie" : `${vary}, authorization, cookie`,
    "cache-control": cacheControl === undefined ? "private" : `private, ${cacheControl}`,
  };
  return Object.assign({}, answer, { headers: Object.assign({}, headers, limits) });
}

/** Aborted when the caller disconnects or has received its answer. */
function closedSignal(response: ServerResponse): AbortSignal {
  const closed = new AbortController();
  response.once("close", () => closed.abort());
  if (response.destroyed) closed.abort();
  return closed.signal;
}

function findOperation(method: string | undefined, methods: ReadonlyMap<string, Operation>): Operation {
  const operation = methods.get(method === "HEAD" ? "GET" : (method ?? ""));
  if (operation !== undefined) return operation;
  const allow = allowOf(methods);
  throw new ApiError("MethodNotAllowed", `${method} is not allowed here. Allowed: ${allow}.`, {
    headers: { allow },
  });
}

function allowOf(methods: ReadonlyMap<string, Operation>): string {
  return [...methods.keys(), "HEAD", "OPTIONS"].join(", ");
}

function assertAcceptable({ headers }: IncomingMessage, { hasLines }: Operation): void {
  if (accepts(headers.accept, "application/json") || (hasLines && prefersLines(headers.accept))) return;
  throw new ApiError("NotAcceptable", "Accept must include application/json.");
}

/** All of an object's history is one subresource. */
function subresourceOf({ at }: ResourceTarget): string {
  if (at === "status") return at;
  return at === "history" || at === "version" || at === "diff" || at === "restore" ? "history" : "";
}

interface Asked {
  readonly model: ModelDescriptor;
  readonly request: IncomingMessage;
  readonly target: RequestTarget;
  readonly place: ResourceTarget;
}

function attributesOf({ model, request, target, place }: Asked, { verb }: Pick<Operation, "verb">): RequestAttributes {
  const { group, version, plural } = model;
  return {
    verb,
    group,
    version,
    resource: plural,
    subresource: subresourceOf(place),
    name: "name" in place ? place.name : "",
    path: target.path,
    headers: request.headers,
    remoteAddress: remoteAddressOf(request),
  };
}
