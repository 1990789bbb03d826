import type { IncomingMessage } from "node:http";
import { mayDo, type Session } from "../access/access-control.js";
import type { AccessiblePage, OperatorVerb, ResourceVerb } from "../access/access-definition.js";
import { unauthorized } from "../access/authenticate.js";
import { ApiError, isApiError } from "../error/api-error.js";
import type { RequestAttributes, Verb } from "../host/authorizer.js";
import type { Service } from "../host/service.js";
import { endedCookieOf } from "../identity/ended-cookies.js";
import { printValue } from "../log/describe-error.js";
import { runAs } from "../log/code-owner.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { beforeDeadline } from "../resource/hooks/before-deadline.js";
import { remoteAddressOf } from "./client-view.js";
import { takeSessionCookie } from "./taken-cookie.js";
import { knownSession, noteSession } from "./request-caller.js";
import { requestIdOf } from "./request-id.js";
import { splitTarget } from "./request-target.js";

/** Names it in the log if something it started fails later. */
const AUTHORIZER = { part: "authorizer" };

/** What a request asks for, as the rules of roles name it. */
export type Wanted =
  | {
      readonly of: "resource";
      readonly model: ModelDescriptor;
      readonly verb: ResourceVerb;
      readonly subresource: string;
    }
  | { readonly of: "endpoint"; readonly endpoint: string | undefined }
  | { readonly of: "page"; readonly page: AccessiblePage }
  | { readonly of: "operator"; readonly verb: OperatorVerb }
  /** What anybody may ask about itself. */
  | { readonly of: "self" };

/** A request before it is admitted. */
export interface Arriving {
  readonly request: IncomingMessage;
  readonly wanted: Wanted;
  /** What the caller must be allowed besides, and is asked before it. */
  readonly besides?: readonly Wanted[];
  /** What the authorizer decides about; made where there is one. */
  readonly attributes: () => RequestAttributes;
}

type Guards = Pick<Service, "access" | "authorizer" | "identities" | "limitUser" | "timeouts" | "log">;

/** Whether nobody decides who may call: then requests are served as they come. */
export function isOpen({ access, authorizer }: Guards): boolean {
  return access === undefined && authorizer === undefined;
}

/**
 * Finds out who makes a request, and whether it may be made: by the service's access, if it has one, and by its authorizer, if it has one.
 *
 * @returns undefined in a service without access.
 * @throws {ApiError} `Unauthorized`, with the challenge; `Forbidden`; `NotReady` where nobody can tell who it is.
 * @throws what the authorizer throws, and an error if it takes too long or decides nothing. Then nothing is done.
 */
export function admit(
  guards: Guards,
  { request, wanted, besides = [], attributes }: Arriving,
): Session | undefined | Promise<Session | undefined> {
  const judge = (session: Session | undefined): Session | undefined | Promise<Session | undefined> => {
    if (session !== undefined) for (const each of [...besides, wanted]) assertAllowed(session, each, request);
    return guards.authorizer === undefined ? session : askAuthorizer(guards, attributes, session).then(() => session);
  };
  const session = sessionOf(guards, request);
  return session instanceof Promise ? session.then(judge) : judge(session);
}

/**
 * The session of a request, which is found out once: at once where that can be, since each tick of the event loop would cost a request with a token
 * a tenth of its time.
 */
export function sessionOf(
  guards: Omit<Guards, "authorizer">,
  request: IncomingMessage,
): Session | undefined | Promise<Session> {
  const { access, identities, timeouts } = guards;
  if (access === undefined) return undefined;
  const known = knownSession(request);
  if (known !== undefined) return known;
  const { method = "GET", headers } = request;
  const { path } = splitTarget(request.url ?? "/");
  const asked = { method, path, headers, remoteAddress: remoteAddressOf(request), identities };
  const began = (session: Session): Session => {
    noteEndedCookie(request, endedCookieOf(asked));
    return begin(guards, request, session);
  };
  const refused = (error: unknown): never => refuseCredentials(guards, request, error);
  const finding = atOnce(() => access.sessionOf(asked), refused);
  if (!(finding instanceof Promise)) return began(finding);
  return beforeDeadline(finding, performance.now() + timeouts.authorizer).then(began, refused);
}

function atOnce<Result>(run: () => Result, refused: (error: unknown) => never): Result {
  try {
    return run();
  } catch (error) {
    return refused(error);
  }
}

/** Why the cookies of requests without other credentials are those of no valid session. */
const endedCookies = new WeakMap<IncomingMessage, ApiError>();

function noteEndedCookie(request: IncomingMessage, ended: ApiError | undefined): void {
  if (ended === undefined) return;
  endedCookies.set(request, ended);
  takeSessionCookie(request);
}

/** @throws {ApiError} `TooManyRequests`. */
function begin({ limitUser }: Pick<Guards, "limitUser">, request: IncomingMessage, session: Session): Session {
  noteSession(request, session);
  if (session.identity !== undefined) limitUser?.take(session.identity.name);
  return session;
}

function refuseCredentials({ log }: Pick<Guards, "log">, request: IncomingMessage, error: unknown): never {
  if (!isApiError(error))
    throw new ApiError("NotReady", "The service cannot find out who the caller is. Try again later.", {
      headers: { "retry-after": "2" },
      cause: error,
    });
  const about = { requestId: requestIdOf(request), remoteAddress: remoteAddressOf(request), reason: error.message };
  log.warn(about, "credentials were refused");
  throw error;
}

function assertAllowed(session: Session, wanted: Wanted, request: IncomingMessage): void {
  if (isAllowed(session, wanted)) return;
  const what = describe(wanted);
  if (session.identity === undefined)
    throw endedCookies.get(request) ?? unauthorized(`To ${what}, the caller must be authenticated.`);
  const outside = session.isOutsider ? " The caller does not belong here, so its other roles do not count." : "";
  throw new ApiError("Forbidden", `No role of ${JSON.stringify(session.caller.name)} allows to ${what}.${outside}`);
}

function isAllowed(session: Session, wanted: Wanted): boolean {
  switch (wanted.of) {
    case "resource":
      return mayDo(session, wanted.model, wanted);
    case "endpoint":
      return wanted.endpoint !== undefined && session.rights.mayCall(wanted.endpoint);
    case "page":
      return session.rights.maySee(wanted.page);
    case "operator":
      return session.rights.mayOperate(wanted.verb);
    default:
      return true;
  }
}

/** Rights of operators whose names are no verbs. */
const operatorActs: Readonly<Partial<Record<OperatorVerb, string>>> = {
  tokens: "manage tokens",
  users: "manage users",
};

function describe(wanted: Wanted): string {
  switch (wanted.of) {
    case "resource": {
      const { model, verb, subresource } = wanted;
      return `${verb} ${model.plural}${subresource === "" ? "" : `/${subresource}`}`;
    }
    case "endpoint":
      return "call this endpoint";
    case "page":
      return `read ${wanted.page}`;
    case "operator":
      return `${operatorActs[wanted.verb] ?? wanted.verb} as an operator`;
    default:
      return "ask this";
  }
}

async function askAuthorizer(
  { authorizer, timeouts }: Guards,
  attributes: () => RequestAttributes,
  session: Session | undefined,
): Promise<void> {
  if (authorizer === undefined) return;
  const deadline = performance.now() + timeouts.authorizer;
  const asked = session === undefined ? attributes() : { ...attributes(), user: session.caller };
  const answer = await runAs(AUTHORIZER, () => beforeDeadline(authorizer(asked), deadline));
  // Read once: a getter might return something else the next time.
  const { decision } = answer;
  if (decision === "allow") return;
  if (decision === "forbidden") throw new ApiError("Forbidden", textOf(answer.reason) ?? "The caller may not do this.");
  if (decision === "unauthorized") {
    throw new ApiError("Unauthorized", textOf(answer.reason) ?? "The caller is not authenticated.", {
      // RFC 9110, 11.6.1: a 401 carries at least one challenge.
      headers: { "www-authenticate": textOf(answer.challenge) ?? "Bearer" },
    });
  }
  throw new TypeError(`The authorizer must decide allow, forbidden or unauthorized, not ${printValue(decision)}`);
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || typeof value === "string") return value;
  throw new TypeError(`An authorizer's reason and challenge must be text, not ${printValue(value)}`);
}

const ruleVerbs: Readonly<Record<Verb, ResourceVerb>> = {
  get: "get",
  list: "list",
  watch: "watch",
  create: "create",
  update: "update",
  patch: "update",
  delete: "delete",
  deletecollection: "delete",
};

/** The verb of rules for one of a request. */
export function ruleVerbOf(verb: Verb): ResourceVerb {
  return ruleVerbs[verb];
}

/** What an authorizer decides about for a page: a `get` of its path. */
export function pageAttributes(request: IncomingMessage, path: string): RequestAttributes {
  const none = { group: "", version: "", resource: "", subresource: "", name: "" };
  return { verb: "get", ...none, path, headers: request.headers, remoteAddress: remoteAddressOf(request) };
}
