import { checkRequest } from "./check-request.js";
import type { EndpointCheck } from "./endpoint-check.js";
import type { BodilessTypes, EndpointTypes, Typed } from "./endpoint-types.js";
import type { EndpointContext, Handler, Route, TypedHandler } from "./endpoints.js";
import { compileTemplate } from "./path-template.js";

/** Names of the `{…}` of a path template. */
type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

/** The values of a path template's `{…}`, by name. */
export type PathParams<Path extends string> = Readonly<Record<ParamNames<Path>, string>>;

/** A handler that knows which parameters its path has. */
export type PathHandler<Path extends string> = (
  request: Request,
  context: EndpointContext<PathParams<Path>>,
) => Response | Promise<Response>;

/** Makes a route of one method: untyped, or typed by `typed<…>()`. */
interface RouteMaker<Allowed extends EndpointTypes = EndpointTypes> {
  <Path extends string>(path: Path, handler: PathHandler<Path>): Route;
  <Path extends string, Types extends Allowed>(
    path: Path,
    types: Typed<Types>,
    handler: TypedHandler<PathParams<Path>, Types>,
  ): Route;
}

interface RouteName {
  readonly method: string;
  readonly path: string;
}

/** A route of one method and one path template; `{name}` stands for one segment, not empty. */
export function route<Path extends string>(method: string, path: Path, handler: PathHandler<Path>): Route {
  // The template's names are those of the type: `compileTemplate` fills in all of them.
  return matchingRoute({ method, path }, handler);
}

/** A route whose requests are checked before its handler gets them, by code that is generated from its types. */
export function typedRoute({ method, path }: RouteName, handler: Handler): Route {
  const unchecked: Handler = () => {
    throw new TypeError(`Nothing checks the requests of ${method} ${path}: its types are not among the generated ones`);
  };
  const checkedBy = (check: EndpointCheck): Route =>
    matchingRoute({ method, path }, (request, context) => checkRequest(check, { request, context, handler }));
  return Object.assign(matchingRoute({ method, path }, unchecked), { checkedBy });
}

function matchingRoute({ method, path }: RouteName, handler: Handler): Route {
  const match = compileTemplate(path);
  const find = (request: Request, base: string): Handler | undefined => {
    if (request.method !== method) return undefined;
    const params = match(new URL(request.url).pathname, base);
    return params && ((incoming, context) => handler(incoming, { ...context, params }));
  };
  return Object.assign(find, { method, path });
}

function routeMaker(method: string): RouteMaker {
  return (path: string, ...rest: readonly [Handler] | readonly [Typed<EndpointTypes>, unknown]) =>
    // The overloads have compared the handler with the types.
    rest.length === 1 ? route(method, path, rest[0]) : typedRoute({ method, path }, rest[1] as Handler);
}

export const get: RouteMaker<BodilessTypes> = routeMaker("GET");
export const post: RouteMaker = routeMaker("POST");
export const put: RouteMaker = routeMaker("PUT");
export const patch: RouteMaker = routeMaker("PATCH");
/** `delete` is a keyword. */
export const del: RouteMaker<BodilessTypes> = routeMaker("DELETE");
