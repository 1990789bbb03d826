import { DNS_SUBDOMAIN_PATTERN, endpointBaseProblem } from "@cmgen/model/internal";
import type { Caller } from "../access/caller.js";
import type { CallerResourceAccess } from "../resource/resource-access.js";
import type { ProblemResponder } from "../http/problem-responder.js";
import type { Log } from "../log/log.js";
import type { EndpointCheck } from "./endpoint-check.js";
import type { Answer, EndpointTypes } from "./endpoint-types.js";

/** What a handler gets. */
export interface EndpointContext<
  Params = Readonly<Record<string, string>>,
  Types extends EndpointTypes = {},
> extends CallerResourceAccess {
  /** Who makes the request; `system:anonymous` for a caller without credentials. */
  readonly user: Caller;
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
 * Finds the handler of a request, if any (spec 4.3). `base` is the path in the request's URL before the route's own: that of its endpoints,
 * after the path that the service is mounted at.
 */
export interface Route {
  (request: Request, base: string): Handler | undefined;
  /** The method and template of the route, if it is made from them: for `Allow`, `OPTIONS` and the documentation. */
  readonly method?: string;
  readonly path?: string;
  /** The route of a typed endpoint with what checks its requests. Without it a typed route has no handler. */
  readonly checkedBy?: (check: EndpointCheck) => Route;
}

/** Endpoints below one path. Made by {@link defineEndpoints}. */
export interface Endpoints {
  /** What their paths start with: `/apis/<group>/<version>` (spec 4.3), or a path of the plugin's own. */
  readonly base: string;
  readonly routes: readonly Route[];
  /** Answers what is wrong with requests below these paths. Default: a problem (RFC 9457). */
  readonly problem?: ProblemResponder;
}

/** A class of endpoints in the annotated style. Without `@ApiVersion` it is ignored (spec 4.3). */
export type EndpointClass = new () => object;

/** The default export of a module of endpoints. */
export type EndpointSource = Endpoints | EndpointClass;

/** What {@link defineEndpoints} is given: the endpoints of an API version, or those below a path. */
export type EndpointsDeclaration = Omit<Endpoints, "base"> &
  (
    | { readonly apiVersion: string; readonly path?: never }
    | {
        /** Such as `/api`; not below a path that the service has itself, such as `/apis` and `/docs`. */
        readonly path: string;
        readonly apiVersion?: never;
      }
  );

/**
 * Declares endpoints besides the generated ones: below `/apis/<apiVersion>`, whose group is derived from a model's (`console.api.<group>`,
 * `uc.api.<group>`, `api.<group>`) and not a model's group itself; or below a `path` of the plugin's own.
 *
 * @throws {TypeError} when `apiVersion` is not `<group>/<version>`, or endpoints cannot be below `path`.
 */
export function defineEndpoints({ apiVersion, path, routes, ...rest }: EndpointsDeclaration): Endpoints {
  return Object.freeze({ ...rest, base: baseOf(apiVersion, path), routes: Object.freeze([...routes]) });
}

/** A group, which cannot be `-`: paths below `/apis/-` are the service's. */
const API_VERSION = new RegExp(`${DNS_SUBDOMAIN_PATTERN.slice(0, -1)}/[a-z0-9]+$`);

function baseOf(apiVersion: string | undefined, path: string | undefined): string {
  if (apiVersion !== undefined && path !== undefined)
    throw new TypeError("Endpoints have an apiVersion or a path, not both");
  if (path === undefined) {
    if (apiVersion !== undefined && API_VERSION.test(apiVersion)) return `/apis/${apiVersion}`;
    throw new TypeError(`apiVersion must be "<group>/<version>", not ${JSON.stringify(apiVersion)}`);
  }
  const problem = endpointBaseProblem(path);
  if (problem === undefined) return path;
  throw new TypeError(`Endpoints cannot be below ${JSON.stringify(path)}: ${problem}`);
}
