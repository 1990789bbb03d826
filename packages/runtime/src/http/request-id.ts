import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";

const ids = new WeakMap<IncomingMessage, string>();
const prefix = randomBytes(6).toString("hex");
let count = 0;

/**
 * The id of a request in the log: `X-Request-Id` from a proxy in front if that is a plain word, else one of our own. It stays the same for the
 * whole request.
 */
export function requestIdOf(request: IncomingMessage): string {
  const known = ids.get(request);
  if (known !== undefined) return known;
  const given = request.headers["x-request-id"];
  const id = typeof given === "string" && /^[\w.-]{1,128}$/.test(given) ? given : `${prefix}-${(count++).toString(36)}`;
  ids.set(request, id);
  return id;
}
