import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A site with one empty page. */
export interface PageServer {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** Serves an empty page at every path of a port, under every name. */
export async function startPageServer(): Promise<PageServer> {
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end("<!doctype html><title>A page</title>");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on a port has an address of it.
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  };
  return { port, close };
}
