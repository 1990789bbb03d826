import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";

const ids = new WeakMap<IncomingMessage, string>();
const prefix = randomBytes(6).toString("hex");
let count = 0;

/**
 * What finds a request in the log: what a proxy in front called it in `X-Request-Id`, where that is a plain word, else an id of our
 * own. The same for the whole life of the request.
 */
export function requestIdOf(request: IncomingMessage): string {
  const known = ids.get(request);
  if (known !== undefined) return known;
  const given = request.headers["x-request-id"];
  const id = typeof given === "string" && /^[\w.-]{1,128}$/.test(given) ? given : `${prefix}-${(count++).toString(36)}`;
  ids.set(request, id);
  return id;
}
