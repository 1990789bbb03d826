import { ConfigurationError } from "../error/configuration-error.js";
import { annotatedEndpoints } from "./annotated-endpoints.js";
import type { EndpointChecks } from "./endpoint-check.js";
import type { Endpoints, EndpointSource, Route } from "./endpoints.js";

/** A module of endpoints with what checks the requests of its typed ones, as generated code says it. */
export interface CheckedEndpoints {
  readonly source: EndpointSource;
  readonly checks: EndpointChecks;
}

/**
 * The endpoints of a module's default export, in either style. A class without the mark has none (spec 4.3, rule 2).
 *
 * @throws {ConfigurationError} for a typed endpoint that nothing checks: its requests would reach the handler as they are.
 */
export function endpointsOf(module: EndpointSource | CheckedEndpoints): readonly Endpoints[] {
  const { source, checks } = "source" in module ? module : { source: module, checks: {} };
  const endpoints = typeof source === "function" ? annotatedEndpoints(source) : source;
  if (endpoints === undefined) return [];
  return [{ ...endpoints, routes: endpoints.routes.map((route) => checkedRoute(route, checks, endpoints.base)) }];
}

function checkedRoute(route: Route, checks: EndpointChecks, base: string): Route {
  if (route.checkedBy === undefined) return route;
  const key = `${route.method} ${route.path}`;
  const check = Object.hasOwn(checks, key) ? checks[key] : undefined;
  if (check !== undefined) return route.checkedBy(check);
  throw new ConfigurationError(
    `Nothing checks the requests of ${key} below ${base}: its types are not among the generated ones. Write typed<…>() behind the path in ` +
      "a module of src/endpoints, the path as plain text, and run cmgen generate.",
  );
}
