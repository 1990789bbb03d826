/** A request of a service's own API. */
export interface ServiceRequest {
  readonly method: string;
  /** From the service's root, encoded, with the query. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Aborted when the caller no longer waits. */
  readonly signal: AbortSignal;
}

/** Sends a request as the caller of the tools, and returns whatever is answered. Rejects where nothing is answered. */
export type Send = (request: ServiceRequest) => Promise<Response>;
