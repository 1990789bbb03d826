import type { ResourceAccess } from "../resource/resource-access.js";
import type { Log } from "../log/log.js";

/** What a handler gets besides the request. */
export interface EndpointContext<Params = Readonly<Record<string, string>>> extends ResourceAccess {
  /** Values of the path template's `{…}`, decoded. */
  readonly params: Params;
  readonly log: Log;
  readonly requestId: string;
}

/** Answers a request (spec 4.3). Bodies on both sides are streams. A thrown error becomes a problem. */
export type Handler = (request: Request, context: EndpointContext) => Response | Promise<Response>;

/**
 * Finds the handler of a request, if any (spec 4.3). `base` is the path in the request's URL before the route's own: `/apis/<group>/<version>`,
 * after the base path if there is one.
 */
export interface Route {
  (request: Request, base: string): Handler | undefined;
  /** The method and template of the route, if it is made from them: for `Allow`, `OPTIONS` and the documentation. */
  readonly method?: string;
  readonly path?: string;
}

/** Endpoints of one group and version (spec 4.3). Made by {@link defineEndpoints}. */
export interface Endpoints {
  readonly apiVersion: string;
  readonly routes: readonly Route[];
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
  return Object.freeze({ apiVersion: endpoints.apiVersion, routes: Object.freeze([...endpoints.routes]) });
}
