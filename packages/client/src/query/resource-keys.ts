import { apiVersionOf } from "@cmgen/model";
import {
  aggregateParameters,
  type AnyAggregateOptions,
  type AnyListOptions,
  type ListParameter,
  listParameters,
} from "@cmgen/model/internal";
import type { ResourceType } from "../client-options.js";

/** What the keys of all queries of a resource begin with: two services in one cache have nothing in common. */
export type ResourceKey = readonly [baseUrl: string, apiVersion: string, plural: string];
/** The key of a list, or of counts and sums, with the query string of its request: two keys are equal if the requests are. */
export type ListKey = readonly [...ResourceKey, part: "list", query: string];
/** The key of an endless list: that of lists with the same request, and a part of its own. */
export type PagesKey = readonly [...ListKey, part: "pages"];
export type ObjectKey = readonly [...ResourceKey, part: "object", name: string];

export function resourceKey({ type, baseUrl }: { readonly type: ResourceType; readonly baseUrl: string }): ResourceKey {
  return [baseUrl, apiVersionOf(type), type.plural];
}

/** The key that those of all lists begin with, and of all counts and sums. */
export function listsKey(key: ResourceKey): readonly [...ResourceKey, "list"] {
  return [...key, "list"];
}

export function listKey(key: ResourceKey, request: AnyListOptions): ListKey {
  return [...listsKey(key), requestText(request)];
}

export function aggregateKey(key: ResourceKey, request: AnyAggregateOptions): ListKey {
  return [...listsKey(key), queryText(() => aggregateParameters(request))];
}

export function pagesKey(key: ResourceKey, request: AnyListOptions): PagesKey {
  return [...listKey(key, request), "pages"];
}

export function objectKey(key: ResourceKey, name: string): ObjectKey {
  return [...key, "object", name];
}

/** Names of counts are no part of the request, and are in what is answered. */
export function requestText(request: AnyListOptions): string {
  return queryText(() => [
    ...listParameters(request),
    ...Object.keys(request.counts ?? {}).map((name): ListParameter => ["counts", name]),
  ]);
}

/**
 * A request as text: the query string. Empty conditions have none, because the client refuses them. Their text is the message of that
 * error, so that they share a key with no other list.
 */
function queryText(parameters: () => ListParameter[]): string {
  try {
    return new URLSearchParams(parameters()).toString();
  } catch (error) {
    return String(error);
  }
}
