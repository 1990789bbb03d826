import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { ApiError } from "../../error/api-error.js";
import { parseMediaType } from "../../http/negotiate.js";
import type { Cors } from "./cors.js";

/** Methods that change nothing (RFC 9110, 9.2.1). Browsers hide their answers from pages of other origins. */
const SAFE: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** What is known about the page for which a browser sends a request. */
export interface Sender {
  /** The method of the request, or the one that a preflight asks for. */
  readonly method: string;
  /** The host that the browser has called. */
  readonly host: string;
  /** Which origins may write. */
  readonly cors: Cors | undefined;
}

/**
 * Why a request that writes is refused, if it comes from a page of another origin. Any page can make a browser send forms and plain text
 * anywhere without a preflight, with the visitor's cookies and from inside the visitor's network. The answer is hidden from the page, but the
 * write has happened. Such requests are recognized by headers that pages cannot set: `Sec-Fetch-Site`, which browsers send to `https:` and
 * loopback, and `Origin`. A request with neither does not come from a browser.
 */
export function foreignWriteProblem(
  { headers }: IncomingMessage,
  { method, host, cors }: Sender,
): ApiError | undefined {
  if (SAFE.has(method)) return undefined;
  const { origin, "sec-fetch-site": site } = headers;
  if (cors !== undefined && mayWrite(origin, cors)) {
    return cors.hasCredentials || isPreflighted(method, headers) ? undefined : simpleRequestRefusal(origin);
  }
  // The browser has compared the origins itself. "none" means that the user made the request, not a page.
  if (site === "same-origin" || site === "none") return undefined;
  if (site === undefined && (origin === undefined || isOf(origin, host))) return undefined;
  return refusal(origin, String(site));
}

/** Whether a browser asks on behalf of a page before it sends the page's own request. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === "OPTIONS" && headers.origin !== undefined && headers["access-control-request-method"] !== undefined;
}

/** Why a preflight is refused: because the request that it asks for would be, or because the page could not read the answer. */
export function preflightProblem(
  request: IncomingMessage,
  { host, cors }: Pick<Sender, "host" | "cors">,
): ApiError | undefined {
  const { origin, "access-control-request-method": method = "" } = request.headers;
  if (cors === undefined || origin === undefined) return refusal(origin, "cross-site");
  if (mayWrite(origin, cors) || (SAFE.has(method) && cors.allows(origin))) return undefined;
  return foreignWriteProblem(request, { method, host, cors }) ?? refusal(origin, "cross-site");
}

/** Every sandboxed page and local file has the origin null, so it is never allowed. */
function mayWrite(origin: string | undefined, cors: Cors): boolean {
  return origin !== undefined && origin !== "null" && cors.allows(origin);
}

/** What a form can send (Fetch Standard, CORS-safelisted request-header); a request without a type is one of these too. */
const FORM_TYPES: ReadonlySet<string | undefined> = new Set([
  undefined,
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "text/plain",
]);

/**
 * Whether a browser sends a preflight before such a request. After one it sends credentials only if that is permitted; a request without a
 * preflight has the visitor's cookies in any case.
 */
function isPreflighted(method: string, headers: IncomingHttpHeaders): boolean {
  return method !== "POST" || !FORM_TYPES.has(parseMediaType(headers["content-type"])?.essence);
}

/**
 * Whether an origin's host and port are the ones called. The scheme is not compared, since a proxy may terminate TLS. A browser leaves the
 * scheme's default port out of the origin; a proxy may write it into the host.
 */
function isOf(origin: string, host: string): boolean {
  const [scheme = "", called = ""] = origin.split("://", 2);
  const ownPort = scheme === "https" ? ":443" : ":80";
  const name = host.toLowerCase();
  return called !== "" && called === (name.endsWith(ownPort) ? name.slice(0, -ownPort.length) : name);
}

function simpleRequestRefusal(origin: string | undefined): ApiError {
  return new ApiError(
    "Forbidden",
    `Origin is ${JSON.stringify(origin)}: pages of other origins may only write without credentials, and this request could have a ` +
      "visitor's. Send a Content-Type such as application/json, not a form's or text/plain.",
  );
}

function refusal(origin: string | undefined, site: string): ApiError {
  if (origin === "null") {
    return new ApiError(
      "Forbidden",
      "Origin is null: pages without an origin, such as sandboxed ones and local files, may not write. Serve the page from an origin and " +
        "name that in CMGEN_CORS_ORIGINS or `cors` in the server's options.",
    );
  }
  const header = origin === undefined ? `Sec-Fetch-Site is ${site}` : `Origin is ${JSON.stringify(origin)}`;
  return new ApiError(
    "Forbidden",
    `${header}: pages of other origins may not do this. To allow it, name the page's origin in CMGEN_CORS_ORIGINS or \`cors\` in the ` +
      "server's options.",
  );
}
