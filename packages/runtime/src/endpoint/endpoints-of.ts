import { annotatedEndpoints } from "./annotated-endpoints.js";
import type { Endpoints, EndpointSource } from "./endpoints.js";

/** The endpoints of a module's default export, in either style. A class without the mark has none (spec 4.3, rule 2). */
export function endpointsOf(source: EndpointSource): readonly Endpoints[] {
  if (typeof source !== "function") return [source];
  const endpoints = annotatedEndpoints(source);
  return endpoints === undefined ? [] : [endpoints];
}
