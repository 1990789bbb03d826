import type { IncomingMessage } from "node:http";

/** A request's target, split; nothing is decoded yet. */
export interface RequestTarget {
  readonly path: string;
  /** Without the `?`; empty where there is none. */
  readonly query: string;
}

/** Splits `request.url`: a path with a query, or an absolute URI as proxies send it (RFC 9112, 3.2). */
export function splitTarget(url: string): RequestTarget {
  const local = url.startsWith("/") ? url : withoutOrigin(url);
  const mark = local.indexOf("?");
  return mark < 0 ? { path: local, query: "" } : { path: local.slice(0, mark), query: local.slice(mark + 1) };
}

function withoutOrigin(url: string): string {
  const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(url)?.[0] ?? "";
  const rest = url.slice(origin.length);
  return origin !== "" && !rest.startsWith("/") ? `/${rest}` : rest;
}

/** Where an application has mounted the handler that a request is with: Express and its relatives cut that off `url` and keep it here. */
export function mountPathOf(request: IncomingMessage): string {
  return "baseUrl" in request && typeof request.baseUrl === "string" ? request.baseUrl : "";
}

/** Percent-decodes one segment of a path; nothing where it cannot be. */
export function decodeSegment(segment: string): string | undefined {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
