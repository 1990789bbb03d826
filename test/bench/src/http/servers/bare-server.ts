import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { itemsPath, itemUid } from "../../data/bench-item.js";
import { answerMessages } from "../../processes/answer-messages.js";
import { processState } from "../../processes/process-state.js";
import type { RawItems } from "../../databases/raw-items.js";
import { BareWatches } from "./bare-watches.js";
import { answerList, logIn, parseItem, type ListQuery } from "./hand-written.js";
import { listen } from "./listen.js";
import { openItems } from "../../databases/open-items.js";
import type { ServerAnswer, ServerRequest } from "./server-request.js";

let served: ServerAnswer | undefined;

/**
 * The limit: Node's own server and the raw driver, and nothing that is not needed for the answer, which has the headers that cmgen's has.
 * Asked twice, it answers a {@link processState}.
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
    const item = parseItem(JSON.parse(Buffer.concat(chunks).toString()));
    const created = await items.create(item, logIn(new URLSearchParams(url.slice(url.indexOf("?") + 1)).get("log")));
    send(response, 201, {
      body: created,
      headers: { etag: entityTag(itemUid(item.name), 1), location: `${itemsPath}/${item.name}` },
    });
    watches.created(created);
  } else if (url.includes("watch=true")) {
    watches.add(response);
  } else if (url.startsWith(`${itemsPath}/`)) {
    const read = await items.read(decodeURIComponent(url.slice(itemsPath.length + 1)));
    if (read === undefined) response.writeHead(404).end();
    else send(response, 200, { body: read.data, headers: { etag: entityTag(read.uid, read.version) } });
  } else {
    const query = Object.fromEntries(new URLSearchParams(url.slice(url.indexOf("?") + 1)));
    const body = await answerList(items, request.statements, query as unknown as ListQuery);
    send(response, 200, { body, headers: { vary: "accept-encoding" } });
  }
}

/** As cmgen makes it. */
function entityTag(uid: string, version: number): string {
  return `"${uid}.${version}.v1"`;
}

function send(response: ServerResponse, status: number, { body, headers }: Answer): void {
  response.writeHead(status, {
    "content-type": "application/json",
    "x-content-type-options": "nosniff",
    "content-length": body.length,
    ...headers,
  });
  response.end(body);
}

interface Answer {
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}
