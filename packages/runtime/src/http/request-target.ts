import type { IncomingMessage } from "node:http";

/** A request's target, split; nothing is decoded yet. */
export interface RequestTarget {
  readonly path: string;
  /** Without the `?`; empty where there is none. */
  readonly query: string;
}

/** Splits `request.url`: a path with a query, or an absolute URL as clients send it to proxies (RFC 9112, 3.2.2). */
export function splitTarget(url: string): RequestTarget {
  const local = absoluteTarget(url)?.path ?? url;
  const mark = local.indexOf("?");
  return mark < 0 ? { path: local, query: "" } : { path: local.slice(0, mark), query: local.slice(mark + 1) };
}

/** A target with the address it is at. */
interface AbsoluteTarget {
  /** As written, with its port; may be empty or malformed. */
  readonly host: string;
  /** With its query. */
  readonly path: string;
}

/** Splits an absolute URL; `undefined` for other targets. */
export function absoluteTarget(url: string): AbsoluteTarget | undefined {
  if (url.startsWith("/")) return undefined;
  const [origin = "", host = ""] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(url) ?? [];
  if (origin === "") return undefined;
  const path = url.slice(origin.length);
  return { host, path: path.startsWith("/") ? path : `/${path}` };
}

/** The path at which an application has mounted the current handler: Express removes it from `url` and keeps it here. */
export function mountPathOf(request: IncomingMessage): string {
  return "baseUrl" in request && typeof request.baseUrl === "string" ? request.baseUrl : "";
}

/** Percent-decodes one segment of a path; undefined if it is malformed. */
export function decodeSegment(segment: string): string | undefined {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
