import type { IncomingMessage } from "node:http";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { isWatch } from "../watch/plan-watch.js";
import { splitTarget } from "./request-target.js";
import { resourceMatcher, type ResourceTarget } from "./resource-target.js";

/**
 * Whether a request for `place` is a watch. Only this decides how it is answered and how it is counted.
 *
 * @throws {ApiError} `InvalidQuery` if the value is neither "true" nor "false".
 */
export function asksToWatch({ method }: IncomingMessage, place: ResourceTarget, query: string): boolean {
  return place.at === "collection" && (method === "GET" || method === "HEAD") && isWatch(query);
}

/** Makes the function that recognizes the watches of a model. A request that will be refused is not a watch. */
export function watchDetector(model: ModelDescriptor): (request: IncomingMessage) => boolean {
  const match = resourceMatcher(model);
  return (request) => {
    const { path, query } = splitTarget(request.url ?? "/");
    const place = query === "" ? undefined : match(path);
    try {
      return place !== undefined && asksToWatch(request, place, query);
    } catch {
      // The router finds the same error and answers with it.
      return false;
    }
  };
}
