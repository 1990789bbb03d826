import { ConfigurationError } from "../../error/configuration-error.js";

/** Which other sites' pages may call the service from a browser, and how (Fetch Standard, CORS protocol). */
export interface CorsOptions {
  /** Exact origins such as `https://console.example.com` or `http://localhost:5173`, or `"*"` for the pages of every site. */
  readonly origins: "*" | readonly string[];
  /** Whether those pages may send cookies and read the answer. Default: `true` for named origins. Never with `"*"`. */
  readonly credentials?: boolean;
  /** Headers of custom endpoints' answers that pages may read, besides those of the service itself. */
  readonly exposedHeaders?: readonly string[];
  /** How long a browser may remember the answer to a preflight, in seconds. Default 7,200. */
  readonly maxAgeSeconds?: number;
}

/** CORS options that have been checked. */
export interface CorsSettings {
  /** `undefined` if every origin is allowed. */
  readonly origins: ReadonlySet<string> | undefined;
  readonly credentials: boolean;
  readonly exposedHeaders: readonly string[];
  readonly maxAgeSeconds: number;
}

/** Chromium remembers preflights for at most two hours. */
const MAX_AGE_SECONDS = 7200;

/** The name of an HTTP header (RFC 9110, 5.1). */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * Checks CORS options.
 *
 * @param name the name of the setting that has the origins, for errors.
 * @throws {ConfigurationError} that says which value is wrong and how to fix it.
 */
export function checkCors(options: CorsOptions, name: string): CorsSettings {
  const { credentials, exposedHeaders = [], maxAgeSeconds = MAX_AGE_SECONDS } = options;
  const origins = checkOrigins(options.origins, name);
  if (origins === undefined && credentials === true) {
    throw new ConfigurationError(
      `${name} is "*" with credentials: every site could act as its visitor here. Name the origins, or leave credentials out.`,
    );
  }
  const header = exposedHeaders.find((text) => !TOKEN.test(text));
  if (header !== undefined)
    throw new ConfigurationError(`cors.exposedHeaders: ${JSON.stringify(header)} is not the name of a header.`);
  if (!Number.isSafeInteger(maxAgeSeconds) || maxAgeSeconds < 0)
    throw new ConfigurationError(`cors.maxAgeSeconds must be a whole number of seconds, not ${maxAgeSeconds}.`);
  return { origins, credentials: credentials ?? origins !== undefined, exposedHeaders, maxAgeSeconds };
}

function checkOrigins(given: CorsOptions["origins"], name: string): ReadonlySet<string> | undefined {
  const origins = typeof given === "string" ? [given] : given;
  if (origins.length === 1 && origins[0] === "*") return undefined;
  for (const origin of origins) {
    const problem = originProblem(origin);
    if (problem !== undefined) throw new ConfigurationError(`${name}: ${JSON.stringify(origin)} ${problem}`);
  }
  return new Set(origins);
}

function originProblem(text: string): string | undefined {
  if (text === "*") return "allows every origin, so it must stand alone.";
  if (text === "null")
    return "is what sandboxed pages and local files send, no matter who wrote them. Serve the page from an origin of its own.";
  if (text.includes("*")) return "has a wildcard. Name each origin.";
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !text.includes("://"))
    return "is not an origin. Write its scheme, host and port, as in https://console.example.com or http://localhost:5173.";
  // Apps and extensions have their own schemes. Their origins are compared as text.
  if (url.origin === "null")
    return /^[a-z][a-z0-9+.-]*:\/\/[a-z0-9._-]+(?::\d+)?$/.test(text)
      ? undefined
      : "is not an origin. Write its scheme and host alone.";
  return url.origin === text ? undefined : `is not an origin as browsers send it. Write ${url.origin}.`;
}
