import type { ResourceAccess } from "../resource/resource-access.js";
import type { ProblemResponder } from "../http/problem-responder.js";
import type { Log } from "../log/log.js";
import type { EndpointCheck } from "./endpoint-check.js";
import type { Answer, EndpointTypes } from "./endpoint-types.js";

/** What a handler gets. */
export interface EndpointContext<
  Params = Readonly<Record<string, string>>,
  Types extends EndpointTypes = {},
> extends ResourceAccess {
  /** Its body is a stream. */
  readonly request: Request;
  /** Values of the path template's `{…}`, decoded. */
  readonly params: Params;
  /** The checked body of an endpoint that has a type for it. */
  readonly body: Types extends { readonly body: infer Body } ? Body : undefined;
  /** The checked query parameters of an endpoint that has a type for them. */
  readonly query: Types extends { readonly query: infer Query } ? Query : undefined;
  readonly log: Log;
  readonly requestId: string;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/** Answers a request (spec 4.3). Bodies on both sides are streams. A thrown error becomes a problem. */
export type Handler = (context: EndpointContext) => Response | Promise<Response>;

/** Answers a request of a typed endpoint, once it has been checked. */
export type TypedHandler<Params, Types extends EndpointTypes> = (
  context: EndpointContext<Params, Types>,
) => Answer<Types> | Promise<Answer<Types>>;

/**
 * Finds the handler of a request, if any (spec 4.3). `base` is the path in the request's URL before the route's own: `/apis/<group>/<version>`,
 * after the base path if there is one.
 */
export interface Route {
  (request: Request, base: string): Handler | undefined;
  /** The method and template of the route, if it is made from them: for `Allow`, `OPTIONS` and the documentation. */
  readonly method?: string;
  readonly path?: string;
  /** The route of a typed endpoint with what checks its requests. Without it a typed route has no handler. */
  readonly checkedBy?: (check: EndpointCheck) => Route;
}

/** Endpoints of one group and version (spec 4.3). Made by {@link defineEndpoints}. */
export interface Endpoints {
  readonly apiVersion: string;
  readonly routes: readonly Route[];
  /** Answers what is wrong with requests below these paths. Default: a problem (RFC 9457). */
  readonly problem?: ProblemResponder;
}

/** A class of endpoints in the annotated style. Without `@ApiVersion` it is ignored (spec 4.3). */
export type EndpointClass = new () => object;

/** The default export of a module of endpoints. */
export type EndpointSource = Endpoints | EndpointClass;

/**
 * Declares endpoints besides the generated ones, below `/apis/<apiVersion>`. The group is derived from a model's (`console.api.<group>`,
 * `uc.api.<group>`, `api.<group>`), and not a model's group itself.
 *
 * @throws {TypeError} when `apiVersion` is not `<group>/<version>`.
 */
export function defineEndpoints(endpoints: Endpoints): Endpoints {
  if (!/^[a-z0-9.-]+\/[a-z0-9]+$/.test(endpoints.apiVersion)) {
    throw new TypeError(`apiVersion must be "<group>/<version>", not ${JSON.stringify(endpoints.apiVersion)}`);
  }
  return Object.freeze({ ...endpoints, routes: Object.freeze([...endpoints.routes]) });
}
