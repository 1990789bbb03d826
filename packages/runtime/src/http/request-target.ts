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
  /** As it is written, with its port; may be empty or malformed. */
  readonly host: string;
  /** With its query. */
  readonly path: string;
}

/** Takes an absolute URL apart; `undefined` for every other target. */
export function absoluteTarget(url: string): AbsoluteTarget | undefined {
  if (url.startsWith("/")) return undefined;
  const [origin = "", host = ""] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(url) ?? [];
  if (origin === "") return undefined;
  const path = url.slice(origin.length);
  return { host, path: path.startsWith("/") ? path : `/${path}` };
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
