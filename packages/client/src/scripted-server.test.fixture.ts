import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as the server received it. */
export interface Received {
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  /** The parsed JSON body, where there is one. */
  readonly body: unknown;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, unless it is text. */
  readonly body?: unknown;
}

/** Answers a request; one that has answered by itself, for example with a stream, returns nothing. */
export type Script = (received: Received, response: ServerResponse) => Answer | undefined;

export interface ScriptedServer extends AsyncDisposable {
  readonly url: string;
  /** Every request so far. */
  readonly received: readonly Received[];
}

/** A real HTTP server on a free loopback port that answers as a test says. */
export async function startServer(script: Script): Promise<ScriptedServer> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void readRequest(request).then((read) => {
      received.push(read);
      const answer = script(read, response);
      if (answer) send(response, answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readRequest(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://server");
  const { method = "", headers } = request;
  return { method, path: pathname, query: searchParams, headers, body: text === "" ? undefined : JSON.parse(text) };
}

function send(response: ServerResponse, { status = 200, headers = {}, body }: Answer): void {
  const json =
    typeof body === "string"
      ? { text: body, type: "text/html" }
      : { text: JSON.stringify(body), type: "application/json" };
  response.writeHead(status, { "content-type": json.type, ...headers });
  response.end(body === undefined ? undefined : json.text);
}
