import type { IncomingMessage } from "node:http";
import { SERVICE_SEGMENTS } from "@cmgen/model/internal";
import { ConfigurationError } from "../../error/configuration-error.js";

/** A plain absolute path: no empty segment, nothing encoded, no scheme, no host. */
const PLAIN = /^(?:\/[\w.~-]+)+$/;

/**
 * Checks the path that the service is published below. `/` means no path.
 *
 * @throws {ConfigurationError} that says what is wrong and how to fix it.
 */
export function checkBasePath(text: string): string {
  if (text === "" || text === "/") return "";
  if (!isPrefix(text)) {
    throw new ConfigurationError(
      `basePath (CMGEN_BASE_PATH) must be a path such as /people-service, without a slash at its end, not ${JSON.stringify(text)}.`,
    );
  }
  const [, first = ""] = text.split("/");
  if (SERVICE_SEGMENTS.includes(first)) {
    throw new ConfigurationError(
      `basePath (CMGEN_BASE_PATH) must not begin with /${first}, which is a path of the service's own.`,
    );
  }
  return text;
}

/** Whether a text may be put before a path, without leading to another server or directory. */
export function isPrefix(text: string): boolean {
  return PLAIN.test(text) && !text.split("/").some((segment) => segment === "." || segment === "..");
}

/** A request as Express passes it on below a mount path, which `mountPathOf` reads. */
interface MountedRequest extends IncomingMessage {
  baseUrl?: string;
  originalUrl?: string;
}

/**
 * Removes the base path from a request's path if it is there, so that it does not matter whether a proxy has done so. Records the path below
 * which the client sees the service.
 *
 * @param published the path below which the client finds the service, from a proxy's header or the configuration.
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
