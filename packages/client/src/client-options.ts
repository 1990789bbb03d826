/** What a request needs of `fetch`: the global one, or one that wraps it. */
export type Fetch = (url: string, init: FetchInit) => Promise<Response>;

export interface FetchInit {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

export type Headers = Readonly<Record<string, string>>;

/** When a refused request is sent again: only where the service said so with 429 or 503 and a `Retry-After`. */
export interface RetryOptions {
  /** How often a request is sent in all. Default 3; 1 never repeats. */
  readonly attempts?: number;
  /** Longest wait in milliseconds; a `Retry-After` past it is not waited for. Default 10,000. */
  readonly maxDelay?: number;
  /** Methods that are sent again. Default `["GET"]`: whether a write may be repeated, only the caller knows. */
  readonly methods?: readonly string[];
}

/** How long a broken watch waits before it connects again, in milliseconds; doubled each time in vain. */
export interface ReconnectOptions {
  /** Default 500. */
  readonly initialDelay?: number;
  /** Default 30,000. */
  readonly maxDelay?: number;
}

export interface ClientOptions {
  /** Where the service is, for example `http://127.0.0.1:8090`; may have a path. */
  readonly baseUrl: string | URL;
  /** Default: the global `fetch`. */
  readonly fetch?: Fetch;
  /** Sent with every request; a function is asked each time, so that it can bring a fresh token. */
  readonly headers?: Headers | (() => Headers | Promise<Headers>);
  readonly retry?: RetryOptions;
  readonly reconnect?: ReconnectOptions;
}

/** What every call takes. */
export interface CallOptions {
  /** Aborts the request; the call then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Sent with this request, over those of the client. */
  readonly headers?: Headers;
}

/** What a write may be made to depend on. */
export interface WriteOptions extends CallOptions {
  /** Only if this is the object's version; else the service refuses with `PreconditionFailed`. */
  readonly ifMatch?: number;
}

/** The type that a client is for. */
export interface ResourceType {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly kind: string;
}
