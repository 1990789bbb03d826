/** What a typed endpoint takes and answers: TypeScript types, which `cmgen generate` reads as it reads those of models. */
export interface EndpointTypes {
  /** The body, as JSON or YAML. Absent: the request's body is the handler's to read, as a stream. */
  readonly body?: unknown;
  /** The query parameters: an object of texts, numbers, booleans, and lists of those. Absent: they are the handler's to read. */
  readonly query?: object;
  /** What the handler returns and is answered as JSON. Absent: the handler makes the `Response`. */
  readonly response?: unknown;
  /** The status of the answer if the handler returns no `Response`. Default 200. With 204 or 205 it returns nothing, and there is no body. */
  readonly status?: 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226;
}

/** The types of a request without a body. */
export interface BodilessTypes extends EndpointTypes {
  readonly body?: never;
}

/** Settings of one endpoint, beside its path: `post("/portraits", { maxBodyBytes: 50_000_000 }, …)`. */
export interface EndpointOptions {
  /**
   * Bytes of a request's body, at most, whichever way the handler reads it; more is 413. Without it a body that is read whole has the limit
   * `maxBodyBytes` of the service, and one that is read as a stream has none.
   */
  readonly maxBodyBytes?: number;
}

/** Says that a route is typed. The types themselves are gone at run time: what checks requests is generated from them. */
export interface Typed<Types extends EndpointTypes> extends EndpointOptions {
  readonly isTyped: true;
  /** Never there: it only carries the types. */
  readonly types?: Types;
}

/**
 * The types of an endpoint, as the argument behind its path:
 *
 *     post("/people/{name}/cards", typed<{ body: CardRequest; response: Card }>(), ({ params, body }) => …)
 *
 * The generator reads them there, so the path must be plain text and this call must stand beside it.
 *
 * @param options settings of the endpoint.
 */
export function typed<Types extends EndpointTypes>(options: EndpointOptions = {}): Typed<Types> {
  return Object.freeze({ ...options, isTyped: true });
}

/** What a handler may return: with a type for the response a value of that type, nothing with a status without a body, and a `Response` always. */
export type Answer<Types extends EndpointTypes> = Types extends { readonly response: infer Value }
  ? Value | Response
  : Types extends { readonly status: 204 | 205 }
    ? void | Response
    : Response;
