import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { itemsPath } from "../../data/bench-item.js";
import { answerMessages } from "../../processes/answer-messages.js";
import type { RawItems } from "../../databases/raw-items.js";
import { answerList, parseItem, type ListQuery } from "./hand-written.js";
import { listen } from "./listen.js";
import { openItems } from "../../databases/open-items.js";
import type { ServerRequest } from "./server-request.js";

/** The limit: Node's own server and the raw driver, and nothing that is not needed for the answer. */
answerMessages<ServerRequest>(async (request) => {
  const items = await openItems(request);
  const server = createServer((incoming, response) => {
    answer({ items, request, incoming, response }).catch(() => response.writeHead(500).end());
  });
  return listen(server);
});

interface Exchange {
  readonly items: RawItems;
  readonly request: ServerRequest;
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
}

async function answer({ items, request, incoming, response }: Exchange): Promise<void> {
  const url = incoming.url ?? "";
  if (incoming.method === "POST") {
    const chunks: Uint8Array[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Uint8Array);
    send(response, 201, await items.create(parseItem(JSON.parse(Buffer.concat(chunks).toString()))));
  } else if (url.startsWith(`${itemsPath}/`)) {
    const data = await items.read(decodeURIComponent(url.slice(itemsPath.length + 1)));
    if (data === undefined) response.writeHead(404).end();
    else send(response, 200, data);
  } else {
    const query = Object.fromEntries(new URLSearchParams(url.slice(url.indexOf("?") + 1)));
    send(response, 200, await answerList(items, request.statements, query as unknown as ListQuery));
  }
}

function send(response: ServerResponse, status: number, body: Uint8Array): void {
  response.writeHead(status, { "content-type": "application/json", "content-length": body.length });
  response.end(body);
}
