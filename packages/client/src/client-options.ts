import type { Duration } from "@cmgen/model";

/** What a request needs of `fetch`: the global one, or one that wraps it. */
export type Fetch = (url: string, init: FetchInit) => Promise<Response>;

export interface FetchInit {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

export type Headers = Readonly<Record<string, string>>;

/**
 * When a request is sent again. One refused with 429 was not carried out and always is. After a 503, a 502 or 504 of a proxy, and where
 * the network failed, nobody knows: only what is idempotent is sent again, which is a read, and an update that expects no version.
 */
export interface RetryOptions {
  /** How often a request is sent in all. Default 3; 1 never repeats. */
  readonly attempts?: number;
  /** Wait before the second attempt, doubled each time, where the service does not say how long. Default `"200ms"`. */
  readonly initialDelay?: Duration;
  /** Longest wait; a `Retry-After` past it is not waited for. Default `"10s"`. */
  readonly maxDelay?: Duration;
  /** Methods all of whose requests are sent again, for example `["GET", "PUT", "DELETE"]`. Default `["GET"]`. */
  readonly methods?: readonly string[];
}

/** How long a broken watch waits before it connects again; doubled each time it fails. */
export interface ReconnectOptions {
  /** Default `"500ms"`. */
  readonly initialDelay?: Duration;
  /** Default `"30s"`. */
  readonly maxDelay?: Duration;
}

export interface ClientOptions {
  /** Where the service is, for example `http://127.0.0.1:8090`; may have a path. */
  readonly baseUrl: string | URL;
  /** Sent as `Authorization: Bearer …`; a function is asked before each request, so that it can return a fresh one. */
  readonly token?: string | (() => string | Promise<string>);
  /** Sent with every request; a function is asked each time. Wins over `token`. */
  readonly headers?: Headers | (() => Headers | Promise<Headers>);
  /** Default: the global `fetch`. */
  readonly fetch?: Fetch;
  /** How long a call may take, repetitions included. Default: without limit. */
  readonly timeout?: Duration;
  readonly retry?: RetryOptions;
  readonly reconnect?: ReconnectOptions;
}

/** What every call takes. */
export interface CallOptions {
  /** Aborts the request; the call then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Sent with this request, over those of the client. */
  readonly headers?: Headers;
  /** How long this call may take, in place of the client's limit. Of a watch: until it is connected. */
  readonly timeout?: Duration;
}

/** The type that a client is for. */
export interface ResourceType {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
}
