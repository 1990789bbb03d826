import type { Socket } from "node:net";
import { getPriority, setPriority } from "node:os";
import { itemsPath } from "../data/bench-item.js";
import { quantile } from "../measure/quantile.js";
import { answerMessages } from "../processes/answer-messages.js";
import { countLines, openWatch, type TakeText } from "./watch-connection.js";

/** Opens watches; without `url`, ends them and tells what they got. */
export type WatchRequest =
  | { readonly url: string; readonly count: number; readonly query: string }
  | { readonly url?: never };

/** How long the watches took to begin, in seconds. */
export interface WatchesOpened {
  readonly seconds: number;
}

export interface WatchesEnded {
  /** Lines of all watches, about. */
  readonly lines: number;
  /** From an object's creation to its event, in seconds. */
  readonly p50: number;
  readonly p99: number;
}

/** Watches whose events are read rather than only counted: reading all would take longer than serving them. */
const READ = 20;

/** A thousand clients are not one process of the server's machine: the others come first. */
const LOW_PRIORITY = 15;

if (getPriority() < LOW_PRIORITY) setPriority(LOW_PRIORITY);
let open: Socket[] = [];
let lines = 0;
let delays: number[] = [];

answerMessages<WatchRequest>(async (request) => {
  if (request.url === undefined) return end();
  const start = performance.now();
  const url = `${request.url}${itemsPath}?watch=true${request.query}`;
  // At once, as after the server has been started again.
  const takers = Array.from({ length: request.count }, (_, place) => (place < READ ? reader() : count));
  open = await Promise.all(takers.map((take) => openWatch(url, take)));
  return { seconds: (performance.now() - start) / 1000 } satisfies WatchesOpened;
});

const count: TakeText = (text) => {
  lines += countLines(text);
};

function reader(): TakeText {
  let rest = "";
  return (chunk) => {
    count(chunk);
    const texts = (rest + chunk.toString("latin1")).split("\n");
    rest = texts.pop() ?? "";
    for (const text of texts) {
      const created = /"type":"ADDED".*"creationTimestamp":"([^"]+)"/.exec(text)?.[1];
      if (created !== undefined) delays.push((Date.now() - Date.parse(created)) / 1000);
    }
  };
}

function end(): WatchesEnded {
  for (const socket of open) socket.destroy();
  const ended = { lines, p50: quantile(delays, 0.5), p99: quantile(delays, 0.99) };
  open = [];
  lines = 0;
  delays = [];
  return ended;
}
