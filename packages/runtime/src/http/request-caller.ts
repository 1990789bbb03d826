import type { IncomingMessage } from "node:http";
import { anonymous, type Caller } from "../access/caller.js";

const callers = new WeakMap<IncomingMessage, Caller>();

/** Records who makes a request, once that is known. */
export function noteCaller(request: IncomingMessage, caller: Caller): void {
  callers.set(request, caller);
}

/** Who makes a request: for the change log, the audit and the access log. */
export function callerOf(request: IncomingMessage): Caller {
  return callers.get(request) ?? anonymous;
}
