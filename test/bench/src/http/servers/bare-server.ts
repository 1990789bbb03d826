import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { itemsPath } from "../../data/bench-item.js";
import { answerMessages } from "../../processes/answer-messages.js";
import { processState } from "../../processes/process-state.js";
import type { RawItems } from "../../databases/raw-items.js";
import { BareWatches } from "./bare-watches.js";
import { answerList, parseItem, type ListQuery } from "./hand-written.js";
import { listen } from "./listen.js";
import { openItems } from "../../databases/open-items.js";
import type { ServerAnswer, ServerRequest } from "./server-request.js";

let served: ServerAnswer | undefined;

/**
 * The limit: Node's own server and the raw driver, and nothing that is not needed for the answer. Asked twice, it answers a
 * {@link processState}.
 */
answerMessages<ServerRequest>(async (request) => {
  if (served !== undefined) return processState();
  const items = await openItems(request);
  const watches = new BareWatches();
  const server = createServer((incoming, response) => {
    answer({ items, watches, request, incoming, response }).catch(() => response.writeHead(500).end());
  });
  served = await listen(server);
  return served;
});

interface Exchange {
  readonly items: RawItems;
  readonly watches: BareWatches;
  readonly request: ServerRequest;
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
}

async function answer({ items, watches, request, incoming, response }: Exchange): Promise<void> {
  const url = incoming.url ?? "";
  if (incoming.method === "POST") {
    const chunks: Uint8Array[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Uint8Array);
    const created = await items.create(parseItem(JSON.parse(Buffer.concat(chunks).toString())));
    send(response, 201, created);
    watches.created(created);
  } else if (url.includes("watch=true")) {
    watches.add(response);
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
