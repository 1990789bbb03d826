import type { IncomingMessage } from "node:http";
import { isIPv6 } from "node:net";
import { ApiError } from "../error/api-error.js";
import { MAX_HEADERS } from "./server-limits.js";

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

/** Whether a text is a `Host` (RFC 9110, 7.2): a name or an address, and perhaps a port. May be empty. */
export function isHost(text: string): boolean {
  if (PLAIN_HOST.test(text)) return true;
  const [found, address, port] = HOST.exec(text) ?? [];
  if (found === undefined || Number(port ?? 0) > HIGHEST_PORT) return false;
  return address === undefined || isIPv6(address);
}

/** An IPv6 address in brackets or a name (RFC 3986, 3.2.2), and perhaps a port. */
const HOST = /^(?:\[([\da-f:.]+)\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::(\d*))?$/i;

/** Nearly all: found in a fifth of the time. */
const PLAIN_HOST = /^[\w.-]+(?::[1-5]?\d{1,4})?$/;

const HIGHEST_PORT = 65_535;

/** Node keeps the first of these and drops the others. Compared by length first, since this is done for each request. */
const SINGLE: ReadonlySet<string> = new Set(["host", "content-type", "authorization"]);
const LENGTHS: ReadonlySet<number> = new Set(Array.from(SINGLE, (name) => name.length));

function findRepeated(rawHeaders: readonly string[]): string | undefined {
  let seen = "";
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const written = rawHeaders[at] ?? "";
    if (!LENGTHS.has(written.length)) continue;
    const name = written.toLowerCase();
    if (!SINGLE.has(name)) continue;
    if (seen.includes(` ${name} `)) return name;
    seen += ` ${name} `;
  }
  return undefined;
}
