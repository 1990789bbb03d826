import type { CallOptions, ClientOptions } from "./client-options.js";
import { createTransport } from "./transport.js";

/** What an endpoint takes and answers, as generated clients describe it. Without a `response` the answer is a `Response`. */
export interface EndpointShape {
  readonly body?: unknown;
  readonly query?: object;
  readonly response?: unknown;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The paths that endpoints have with a method. */
type PathOf<Endpoints, Of extends Method> = keyof Endpoints extends infer Key
  ? Key extends `${Of} ${infer Path}`
    ? Path
    : never
  : never;

/** Names of the `{…}` of a path template. */
type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

type ParamsOf<Path extends string> = [ParamNames<Path>] extends [never]
  ? { readonly params?: never }
  : { readonly params: Readonly<Record<ParamNames<Path>, string>> };

type BodyOf<Shape> = Shape extends { readonly body: infer Body }
  ? { readonly body: Body }
  : { readonly body?: unknown };

type QueryOf<Shape> = Shape extends { readonly query: infer Query }
  ? {} extends Query
    ? { readonly query?: Query }
    : { readonly query: Query }
  : { readonly query?: Readonly<Record<string, unknown>> };

/** What a call takes: the values of the path's `{…}`, the query, the body, and what every call takes. */
export type EndpointCall<Path extends string, Shape> = ParamsOf<Path> & QueryOf<Shape> & BodyOf<Shape> & CallOptions;

type AnswerOf<Shape> = Shape extends { readonly response: infer Value } ? Value : Response;

/** Options may be left out where none of them is required. */
type Arguments<Options> = {} extends Options ? [options?: Options] : [options: Options];

type Calls<Endpoints, Of extends Method> = <Path extends PathOf<Endpoints, Of>>(
  path: Path,
  ...options: Arguments<EndpointCall<Path, ShapeOf<Endpoints, `${Of} ${Path}`>>>
) => Promise<AnswerOf<ShapeOf<Endpoints, `${Of} ${Path}`>>>;

type ShapeOf<Endpoints, Key extends string> = Key extends keyof Endpoints ? Endpoints[Key] : never;

/**
 * Calls the endpoints of one group by method and path:
 *
 *     await consoleApi.post("/people/{name}/cards", { params: { name: "ann" }, body: { colour: "red" } })
 *
 * An endpoint with a type for its response gives the value of the answer's JSON; another one gives the `Response`, with its body unread. Every
 * failure is an `ApiProblem`, but for an abort, which rejects with the signal's reason.
 */
export interface EndpointClient<Endpoints> {
  readonly get: Calls<Endpoints, "GET">;
  readonly post: Calls<Endpoints, "POST">;
  readonly put: Calls<Endpoints, "PUT">;
  readonly patch: Calls<Endpoints, "PATCH">;
  readonly delete: Calls<Endpoints, "DELETE">;
}

/** A call, whatever its endpoint takes. */
interface AnyCall extends CallOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: object;
  readonly body?: unknown;
}

/** The group of endpoints that a client is for. */
export interface EndpointGroup {
  /** The path that they are below: `/apis/<group>/<version>`, or one of the plugin's own. */
  readonly base: string;
  /** Endpoints without a type for their response, by method and path: their answers are left as they are. */
  readonly raw?: readonly string[];
}

/** A client of one group's endpoints. Generated SDKs call it with the types of the endpoints. */
export function createEndpointClient<Endpoints>(
  options: ClientOptions,
  { base, raw = [] }: EndpointGroup,
): EndpointClient<Endpoints> {
  const transport = createTransport(options);
  const calls =
    (method: Method) =>
    async (template: string, { params = {}, query = {}, body, ...rest }: AnyCall = {}): Promise<unknown> => {
      const path = `${base}${filledIn(template, params)}`;
      const call = { method, path, query: searchOf(query), body, options: rest };
      return raw.includes(`${method} ${template}`) ? transport.send({ ...call, accept: "*/*" }) : transport.value(call);
    };
  const client = {
    get: calls("GET"),
    post: calls("POST"),
    put: calls("PUT"),
    patch: calls("PATCH"),
    delete: calls("DELETE"),
  };
  // What a path takes and answers is known to its types alone.
  return client as unknown as EndpointClient<Endpoints>;
}

/** @throws {RangeError} where `fetch` would resolve a value as a relative path and ask for another address, or where one is missing. */
function filledIn(template: string, params: Readonly<Record<string, string>>): string {
  // Text of a template may be what a URL has other meanings for, such as `?` and `%20`.
  return template.replace(/\{([^}]*)\}|[^/]+/g, (text, name: string | undefined) => {
    if (name === undefined) return encodeURIComponent(text);
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    if (value === undefined || ["", ".", ".."].includes(value)) {
      throw new RangeError(`${name} must be a segment of a path, not ${JSON.stringify(value)}`);
    }
    return encodeURIComponent(value);
  });
}

/** A list is a repeated parameter; what is `undefined` is left out. */
function searchOf(query: object): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query) as [string, unknown][]) {
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined) search.append(name, String(item));
  }
  return search;
}
