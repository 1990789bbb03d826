import { get, type ClientRequest, type IncomingMessage } from "node:http";
import { itemsPath } from "../data/bench-item.js";
import { quantile } from "../measure/quantile.js";
import { answerMessages } from "../processes/answer-messages.js";

/** Opens watches; without `url`, ends them and tells what they got. */
export type WatchRequest =
  | { readonly url: string; readonly count: number; readonly query: string }
  | { readonly url?: never };

/** How long the watches took to begin, in seconds. */
export interface WatchesOpened {
  readonly seconds: number;
}

export interface WatchesEnded {
  /** Lines of all watches. */
  readonly lines: number;
  /** From an object's creation to its event, in seconds. */
  readonly p50: number;
  readonly p99: number;
}

/** Watches whose events are read rather than only counted: reading all would take longer than serving them. */
const READ = 20;

const LINE_END = 10;

let open: ClientRequest[] = [];
let lines = 0;
let delays: number[] = [];

answerMessages<WatchRequest>(async (request) => {
  if (request.url === undefined) return end();
  const start = performance.now();
  const { url, query } = request;
  const watches = Array.from({ length: request.count }, (_, place) =>
    watch(`${url}${itemsPath}?watch=true${query}`, place),
  );
  await Promise.all(watches);
  return { seconds: (performance.now() - start) / 1000 } satisfies WatchesOpened;
});

/** Resolves with the first line. */
function watch(url: string, place: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = get(url, { agent: false }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`A watch was answered ${response.statusCode}`));
      response.once("data", () => resolve());
      if (place < READ) readLines(response);
      response.on("data", (chunk: Buffer) => {
        for (let at = chunk.indexOf(LINE_END); at >= 0; at = chunk.indexOf(LINE_END, at + 1)) lines += 1;
      });
      response.on("error", () => undefined);
    });
    sent.on("error", reject);
    open.push(sent);
  });
}

function readLines(response: IncomingMessage): void {
  let rest = "";
  response.on("data", (chunk: Buffer) => {
    const texts = (rest + chunk.toString("latin1")).split("\n");
    rest = texts.pop() ?? "";
    for (const text of texts) {
      const created = /"type":"ADDED".*"creationTimestamp":"([^"]+)"/.exec(text)?.[1];
      if (created !== undefined) delays.push((Date.now() - Date.parse(created)) / 1000);
    }
  });
}

function end(): WatchesEnded {
  for (const sent of open) sent.destroy();
  const ended = { lines, p50: quantile(delays, 0.5), p99: quantile(delays, 0.99) };
  open = [];
  lines = 0;
  delays = [];
  return ended;
}
