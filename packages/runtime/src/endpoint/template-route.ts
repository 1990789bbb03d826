import { limitBody } from "./bounded-request.js";
import { checkRequest } from "./check-request.js";
import type { EndpointCheck } from "./endpoint-check.js";
import type { BodilessTypes, EndpointOptions, EndpointTypes, Typed } from "./endpoint-types.js";
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
  context: EndpointContext<PathParams<Path>>,
) => Response | Promise<Response>;

/** Makes a route of one method: untyped, perhaps with settings, or typed by `typed<…>()`. */
interface RouteMaker<Allowed extends EndpointTypes = EndpointTypes> {
  <Path extends string>(path: Path, handler: PathHandler<Path>): Route;
  <Path extends string>(path: Path, options: Untyped, handler: PathHandler<Path>): Route;
  <Path extends string, Types extends Allowed>(
    path: Path,
    types: Typed<Types>,
    handler: TypedHandler<PathParams<Path>, Types>,
  ): Route;
}

/** Settings of an endpoint without types. */
export type Untyped = EndpointOptions & { readonly isTyped?: never };

/** A route's method, path template and settings. */
export interface RouteDeclaration extends EndpointOptions {
  readonly method: string;
  readonly path: string;
}

/** A route of one method and one path template; `{name}` stands for one segment, not empty. */
export function route<Path extends string>(method: string, path: Path, handler: PathHandler<Path>): Route {
  // The template's names are those of the type: `compileTemplate` fills in all of them.
  return untypedRoute({ method, path }, handler);
}

/** A route whose requests are checked before its handler gets them, by code that is generated from its types. */
export function typedRoute(declaration: RouteDeclaration, handler: Handler): Route {
  const { method, path } = declaration;
  const unchecked: Handler = () => {
    throw new TypeError(`Nothing checks the requests of ${method} ${path}: its types are not among the generated ones`);
  };
  const checkedBy = (check: EndpointCheck): Route =>
    untypedRoute(declaration, (context) => checkRequest(check, context, handler));
  return Object.assign(untypedRoute(declaration, unchecked), { checkedBy });
}

/**
 * A route whose requests its handler gets as they are.
 *
 * @throws {TypeError} for an invalid template or limit.
 */
export function untypedRoute({ method, path, maxBodyBytes }: RouteDeclaration, handler: Handler): Route {
  const match = compileTemplate(path);
  if (maxBodyBytes !== undefined && !(maxBodyBytes >= 0))
    throw new TypeError(`maxBodyBytes of ${method} ${path} must be a number of bytes, not ${String(maxBodyBytes)}`);
  const find = (request: Request, base: string): Handler | undefined => {
    if (request.method !== method) return undefined;
    const params = match(new URL(request.url).pathname, base);
    return (
      params &&
      ((context) => {
        if (maxBodyBytes !== undefined) limitBody(context.request, maxBodyBytes);
        return handler({ ...context, params });
      })
    );
  };
  return Object.assign(find, { method, path });
}

type MakerArguments =
  | readonly [handler: Handler]
  | readonly [options: Untyped, handler: Handler]
  | readonly [types: Typed<EndpointTypes>, handler: unknown];

function routeMaker(method: string): RouteMaker {
  return (path: string, ...rest: MakerArguments) => {
    if (rest.length === 1) return untypedRoute({ method, path }, rest[0]);
    const [{ isTyped, ...options }] = rest;
    // The overloads have compared the handler with the path and the types.
    const handler = rest[1] as Handler;
    return isTyped === true
      ? typedRoute({ ...options, method, path }, handler)
      : untypedRoute({ ...options, method, path }, handler);
  };
}

export const get: RouteMaker<BodilessTypes> = routeMaker("GET");
export const post: RouteMaker = routeMaker("POST");
export const put: RouteMaker = routeMaker("PUT");
export const patch: RouteMaker = routeMaker("PATCH");
/** `delete` is a keyword. */
export const del: RouteMaker<BodilessTypes> = routeMaker("DELETE");
