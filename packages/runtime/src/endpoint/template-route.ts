import type { EndpointContext, Handler, Route } from "./endpoints.js";
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

type RouteMaker = <Path extends string>(path: Path, handler: PathHandler<Path>) => Route;

/** A route of one method and one path template; `{name}` stands for one segment, not empty. */
export function route<Path extends string>(method: string, path: Path, handler: PathHandler<Path>): Route {
  const match = compileTemplate(path);
  const find = (request: Request, base: string): Handler | undefined => {
    if (request.method !== method) return undefined;
    const params = match(new URL(request.url).pathname, base);
    // The template's names are those of the type: `compileTemplate` fills in all of them.
    return params && ((incoming, context) => handler(incoming, { ...context, params }));
  };
  return Object.assign(find, { method, path });
}

export const get: RouteMaker = (path, handler) => route("GET", path, handler);
export const post: RouteMaker = (path, handler) => route("POST", path, handler);
export const put: RouteMaker = (path, handler) => route("PUT", path, handler);
export const patch: RouteMaker = (path, handler) => route("PATCH", path, handler);
/** `delete` is a keyword. */
export const del: RouteMaker = (path, handler) => route("DELETE", path, handler);
