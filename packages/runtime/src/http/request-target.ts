import { collectionPath } from "@cmgen/model";
import type { IncomingMessage } from "node:http";
import type { ModelDescriptor } from "../model/model-descriptor.js";

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

/** The part of a resource that a path names (spec 4.1). */
export type ResourceTarget =
  | { readonly at: "collection" }
  | { readonly at: "object" | "status" | "history"; readonly name: string }
  /** One version in the history of an object, what changed since, and what brings it back. */
  | { readonly at: "version" | "diff" | "restore"; readonly name: string; readonly version: string }
  /** Below the collection, but unknown. */
  | { readonly at: "nowhere" }
  /** Below the collection, with a `%` that is not followed by two hex digits. */
  | { readonly at: "malformed" };

/** Makes the function that finds the part of a model's resource that a path names; undefined for other paths. Paths match exactly. */
export function resourceMatcher(model: ModelDescriptor): (path: string) => ResourceTarget | undefined {
  const base = collectionPath(model);
  const collection = base.split("/");
  const subresources = subresourcesOf(model);
  return (path) => {
    if (path.startsWith(base)) {
      const rest = path.slice(base.length);
      if (rest === "") return { at: "collection" };
      if (rest.startsWith("/")) return plainObject(rest) ?? below(rest.slice(1).split("/"), subresources);
    }
    return path.includes("%") ? matchEncoded(path, collection, subresources) : undefined;
  };
}

/** An object by a name that needs no decoding, which is what most requests are for. */
function plainObject(rest: string): ResourceTarget | undefined {
  const isPlain = rest.length > 1 && !rest.includes("/", 1) && !rest.includes("%");
  return isPlain ? { at: "object", name: rest.slice(1) } : undefined;
}

/** Percent-encoding plain characters of the collection's path does not change the path (RFC 3986, 6.2.2.2). */
function matchEncoded(
  path: string,
  collection: readonly string[],
  subresources: ReadonlySet<string>,
): ResourceTarget | undefined {
  const segments = path.split("/");
  if (collection.some((segment, at) => decodeSegment(segments[at] ?? "") !== segment)) return undefined;
  const rest = segments.slice(collection.length);
  return rest.length === 0 ? { at: "collection" } : below(rest, subresources);
}

function subresourcesOf({ hasStatus, storage, history }: ModelDescriptor): ReadonlySet<string> {
  const keepsHistory = (storage === undefined ? history : storage.history) !== undefined;
  return new Set([...(hasStatus === false ? [] : ["status"]), ...(keepsHistory ? ["history"] : [])]);
}

function below(segments: readonly string[], subresources: ReadonlySet<string>): ResourceTarget {
  const [name, subresource, ...more] = segments.map(decodeSegment);
  if (segments.some((segment) => decodeSegment(segment) === undefined)) return { at: "malformed" };
  if (name === undefined || name === "") return { at: "nowhere" };
  if (segments.length === 1) return { at: "object", name };
  if (subresource === undefined || !subresources.has(subresource)) return { at: "nowhere" };
  if (subresource === "history") return inHistory(name, more);
  return more.length === 0 ? { at: "status", name } : { at: "nowhere" };
}

/** `history`, `history/{version}`, and what is below a version. */
function inHistory(name: string, [version, part, ...more]: readonly (string | undefined)[]): ResourceTarget {
  if (version === undefined) return { at: "history", name };
  if (version === "" || more.length > 0) return { at: "nowhere" };
  if (part === undefined) return { at: "version", name, version };
  return part === "diff" || part === "restore" ? { at: part, name, version } : { at: "nowhere" };
}
