import type { IncomingMessage } from "node:http";
import { ConfigurationError } from "../../error/configuration-error.js";

/** What a server has below `/`. A base path that began like one of these could not be told from it. */
const OWN: ReadonlySet<string> = new Set(["apis", "docs", "healthz", "metrics", "openapi.json", "readyz"]);

/** A plain absolute path: no empty segment, nothing encoded, no scheme and no host. */
const PLAIN = /^(?:\/[\w.~-]+)+$/;

/**
 * Checks a path that the service is published below. `/` is none.
 *
 * @throws {ConfigurationError} saying what is wrong and how to fix it.
 */
export function checkBasePath(text: string): string {
  if (text === "" || text === "/") return "";
  if (!isPrefix(text)) {
    throw new ConfigurationError(
      `basePath (CMGEN_BASE_PATH) must be a path such as /people-service, without a slash at its end, not ${JSON.stringify(text)}.`,
    );
  }
  const [, first = ""] = text.split("/");
  if (OWN.has(first)) {
    throw new ConfigurationError(
      `basePath (CMGEN_BASE_PATH) must not begin with /${first}, which is a path of the service's own.`,
    );
  }
  return text;
}

/** Whether a text may be put in front of a path: it must not lead to another server or directory. */
export function isPrefix(text: string): boolean {
  return PLAIN.test(text) && !text.split("/").some((segment) => segment === "." || segment === "..");
}

/** A request as Express and its relatives hand it on below a mount path, which `mountPathOf` reads. */
interface MountedRequest extends IncomingMessage {
  baseUrl?: string;
  originalUrl?: string;
}

/**
 * Takes the base path off a request's path where it is there, so that it does not matter whether a proxy has done so, and notes the
 * path that the client sees the service below.
 *
 * @param published What is in front of the service's paths for the client, by a proxy's word or as configured.
 */
export function mountBelow(request: MountedRequest, basePath: string, published: string): void {
  const { url = "/" } = request;
  request.originalUrl = url;
  request.baseUrl = published;
  if (basePath === "" || !url.startsWith(basePath)) return;
  const rest = url.slice(basePath.length);
  if (rest === "" || rest.startsWith("?")) request.url = `/${rest}`;
  else if (rest.startsWith("/")) request.url = rest;
}
