import type { IncomingMessage } from "node:http";
import type { Session } from "../access/access-control.js";
import { anonymous, type Caller } from "../access/caller.js";

const SESSION = Symbol("session");
const CALLER = Symbol("caller");

/** A request with its session. A weak map of them would cost a request with a token a twentieth of its time, collecting garbage included. */
interface KnownRequest extends IncomingMessage {
  [SESSION]?: Session;
  [CALLER]?: Caller;
}

/** Records who makes a request, once that is known. */
export function noteSession(request: KnownRequest, session: Session): void {
  request[SESSION] = session;
}

/** Forgets who makes a request: another service with roles of its own answers it. */
export function forgetSession(request: KnownRequest): void {
  delete request[SESSION];
}

/** Records who makes a request that is not judged by the rules of roles. */
export function noteCaller(request: KnownRequest, caller: Caller): void {
  request[CALLER] = caller;
}

/** The session of a request; undefined while nobody has asked who makes it. */
export function knownSession(request: KnownRequest): Session | undefined {
  return request[SESSION];
}

/** Who makes a request: for the change log, the audit and the access log. */
export function callerOf(request: KnownRequest): Caller {
  return request[CALLER] ?? request[SESSION]?.caller ?? anonymous;
}
