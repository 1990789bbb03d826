import type { IncomingMessage } from "node:http";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { isWatch } from "../watch/plan-watch.js";
import { splitTarget } from "./request-target.js";
import { resourceMatcher, type ResourceTarget } from "./resource-target.js";

/**
 * Whether a request for what is at `place` is a watch. What is answered and which slots are taken is decided by this alone.
 *
 * @throws {ApiError} `InvalidQuery` where the query says neither yes nor no.
 */
export function asksToWatch({ method }: IncomingMessage, place: ResourceTarget, query: string): boolean {
  return place.at === "collection" && (method === "GET" || method === "HEAD") && isWatch(query);
}

/** Makes the function that tells a model's watches from its other requests. A request that will be refused is not a watch. */
export function watchDetector(model: ModelDescriptor): (request: IncomingMessage) => boolean {
  const match = resourceMatcher(model);
  return (request) => {
    const { path, query } = splitTarget(request.url ?? "/");
    const place = query === "" ? undefined : match(path);
    try {
      return place !== undefined && asksToWatch(request, place, query);
    } catch {
      // The router finds the same and answers with it.
      return false;
    }
  };
}
