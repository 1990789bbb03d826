/** First segments of the paths that a service serves itself, now or in a later release: no endpoints of a plugin are below them. */
export const SERVICE_SEGMENTS: readonly string[] = [
  "apis",
  "console",
  "controllers",
  "docs",
  "healthz",
  "k8s",
  "livez",
  "mcp",
  "metrics",
  "openapi.json",
  "readyz",
  "tenants",
];

/** Below this are the pages that later releases add: no group can be called `-`. */
export const SERVICE_BASE = "/apis/-";

/**
 * What is wrong with a path of a plugin's own that endpoints are to be below, such as `/api`, as the end of a sentence; undefined if nothing is.
 * Segments are of characters that mean themselves in every URL (RFC 3986, 2.3).
 */
export function endpointBaseProblem(path: string): string | undefined {
  if (!path.startsWith("/")) return "it does not start with a slash";
  if (path === "/") return "the service has pages of its own there: name at least one segment, as in `/api`";
  const segments = path.slice(1).split("/");
  const wrong = segments.find((segment) => !/^[A-Za-z0-9._~-]+$/.test(segment) || /^\.\.?$/.test(segment));
  if (wrong === "") return path.endsWith("/") ? "it ends with a slash" : "a segment of it is empty";
  if (wrong !== undefined) return `the segment ${JSON.stringify(wrong)} may have letters, digits and - . _ ~ only`;
  const [first = ""] = segments;
  if (path === SERVICE_BASE || path.startsWith(`${SERVICE_BASE}/`))
    return `paths below ${SERVICE_BASE} are the service's`;
  return SERVICE_SEGMENTS.includes(first) ? `paths below /${first} are the service's` : undefined;
}
