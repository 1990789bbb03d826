import type { IncomingMessage, ServerResponse } from "node:http";
import type { CorsSettings } from "./cors-options.js";

/** Headers that pages of other origins may read. Browsers hide all others, except a few such as `Content-Type`. */
const EXPOSED = ["ETag", "Location", "Retry-After", "Warning", "Allow", "Accept", "Accept-Patch", "WWW-Authenticate"];

const METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE";

/** Names of headers, separated by commas, as browsers send them. Anything else is not echoed. */
const HEADER_NAMES = /^[\w!#$%&'*+.^`|~-]+(?:\s*,\s*[\w!#$%&'*+.^`|~-]+)*$/;

/** Tells browsers which pages may read answers (Fetch Standard, CORS protocol). */
export class Cors {
  readonly #settings: CorsSettings;
  readonly #exposed: string;

  constructor(settings: CorsSettings) {
    this.#settings = settings;
    this.#exposed = [...EXPOSED, ...settings.exposedHeaders].join(", ");
  }

  /** Whether pages may send the visitor's cookies. */
  get hasCredentials(): boolean {
    return this.#settings.credentials;
  }

  /** Whether pages of the origin may read answers. */
  allows(origin: string): boolean {
    return this.#settings.origins?.has(origin) ?? true;
  }

  /** Sets the headers of every answer, including refusals. Must be called before anything else is done with a request. */
  mark({ headers: { origin } }: IncomingMessage, response: ServerResponse): void {
    const { origins, credentials } = this.#settings;
    if (origins === undefined) response.setHeader("access-control-allow-origin", "*");
    else {
      // A shared cache must not return the answer for one origin, or for none, to another.
      response.setHeader("vary", "Origin");
      if (origin === undefined || !origins.has(origin)) return;
      response.setHeader("access-control-allow-origin", origin);
    }
    if (credentials) response.setHeader("access-control-allow-credentials", "true");
    response.setHeader("access-control-expose-headers", this.#exposed);
  }

  /** Answers a preflight of an allowed origin. {@link mark} has been called for it already. */
  answerPreflight({ headers }: IncomingMessage, response: ServerResponse): void {
    const asked = headers["access-control-request-headers"] ?? "";
    response.writeHead(204, {
      "access-control-allow-methods": METHODS,
      // A page that may call the service may send it any header.
      ...(HEADER_NAMES.test(asked) && { "access-control-allow-headers": asked }),
      "access-control-max-age": String(this.#settings.maxAgeSeconds),
    });
    response.end();
  }
}
