import type { IncomingMessage } from "node:http";

/** How a client sees the service through a proxy. Absent members are those of the connection. */
export interface ClientView {
  readonly scheme?: "http" | "https" | undefined;
  /** A name or address, perhaps with a port, as in a `Host` header. */
  readonly host?: string | undefined;
  /** The client's address. */
  readonly remoteAddress?: string | undefined;
}

const views = new WeakMap<IncomingMessage, ClientView>();

/** Records what a proxy has reported, after it was checked. */
export function noteClientView(request: IncomingMessage, view: ClientView): void {
  views.set(request, view);
}

/** The client's address: the peer's, or the one from a trusted proxy. */
export function remoteAddressOf(request: IncomingMessage): string {
  return views.get(request)?.remoteAddress ?? request.socket.remoteAddress ?? "";
}

/** The scheme and host that the client called, as in `https://people.example.com`. */
export function calledOrigin(request: IncomingMessage): string {
  const view = views.get(request);
  const scheme = view?.scheme ?? ("encrypted" in request.socket ? "https" : "http");
  // A Host may be empty, or missing from a request of HTTP/1.0.
  return `${scheme}://${view?.host || request.headers.host || "localhost"}`;
}
