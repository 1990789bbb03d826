import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Answer } from "./answer.js";
import { compressBody, compressStream } from "./compress-body.js";
import { chooseCoding, type ContentCoding, joinVary } from "./negotiate.js";
import type { WatchStream } from "../watch/watch-stream.js";
import { sendLive } from "./send-live.js";

/** A request, its response, and the size from which its answer is compressed. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly compressFromBytes: number;
}

/**
 * Writes an answer: compressed if it is large enough and the client accepts that, at the reader's speed if it is a stream, without its body for
 * `HEAD`. Returns nothing to wait for if the answer has been handed over at once, as most are.
 *
 * @throws what reading the body throws. Then the connection is destroyed, so that half an answer cannot be mistaken for a whole one.
 */
export function sendAnswer(exchange: Exchange, answer: Answer): Promise<void> | undefined {
  const { body, live } = answer;
  // A later part of the request was malformed, which has been answered.
  if (exchange.response.writableEnded) {
    live?.stop();
    return body === undefined || body instanceof Uint8Array ? undefined : giveUp(body);
  }
  if (live !== undefined) beginLive(exchange, answer, live);
  else if (body === undefined) sendHead(exchange.response, answer, { "content-length": "0" });
  else if (body instanceof Uint8Array) return sendBytes(exchange, answer, body);
  else return sendStream(exchange, answer, body);
  return undefined;
}

function sendBytes(exchange: Exchange, answer: Answer, body: Uint8Array): Promise<void> | undefined {
  if (body.length < exchange.compressFromBytes) return sendWhole(exchange, answer, body);
  const coding = chooseCoding(exchange.request.headers["accept-encoding"]);
  const varying: Answer = { ...answer, headers: { ...codingHeaders(coding), ...answer.headers } };
  if (coding === undefined) return sendWhole(exchange, varying, body);
  return compressBody(body, coding).then((sent) => sendWhole(exchange, varying, sent));
}

function sendWhole({ request, response }: Exchange, answer: Answer, body: Uint8Array): undefined {
  writeHead(response, answer, { "content-length": String(body.length) });
  response.end(request.method === "HEAD" ? undefined : body);
}

async function sendStream(
  { request, response }: Exchange,
  answer: Answer,
  body: AsyncIterable<Uint8Array>,
): Promise<void> {
  const coding = chooseCoding(request.headers["accept-encoding"]);
  const extra = codingHeaders(coding);
  if (request.method === "HEAD") {
    await giveUp(body);
    sendHead(response, answer, extra);
    return;
  }
  writeHead(response, answer, extra);
  const source = body instanceof Readable ? body : Readable.from(body, { highWaterMark: 1 });
  await (coding === undefined ? pipeline(source, response) : pipeline(source, compressStream(coding), response));
}

function beginLive({ request, response }: Exchange, answer: Answer, live: WatchStream): void {
  if (request.method === "HEAD") {
    live.stop();
    sendHead(response, answer, {});
    return;
  }
  writeHead(response, answer, {});
  sendLive(response, live);
}

/** Starts reading and stops, so that the reader releases what it holds. */
async function giveUp(body: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of body) break;
}

function sendHead(response: ServerResponse, answer: Answer, extra: Readonly<Record<string, string>>): void {
  writeHead(response, answer, BODILESS[answer.status] ?? extra);
  response.end();
}

/**
 * The headers of an answer without a body: no length (RFC 9110, 8.6); and for a 304 what a 200 would say to caches (15.4.5), as it might have
 * been compressed.
 */
const BODILESS: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  204: {},
  304: { vary: "accept-encoding" },
};

function writeHead(
  response: ServerResponse,
  { status, headers, cookies, body, live }: Answer,
  extra: Readonly<Record<string, string>>,
): void {
  const type = body === undefined && live === undefined ? undefined : JSON_HEADERS;
  // Three spreads would take ten times as long, which is a thirtieth of a whole read.
  const all: Record<string, string> = Object.assign({}, type, extra, headers);
  if (all["vary"] !== undefined) all["vary"] = joinVary(response, all["vary"]);
  // That of a deprecated version is there already.
  if (all["warning"] !== undefined)
    all["warning"] = [response.getHeader("warning"), all["warning"]].filter(Boolean).join(", ");
  if (cookies !== undefined) response.setHeader("set-cookie", cookies);
  response.writeHead(status, all);
}

/** Bodies contain what callers sent. A browser must not treat one as a page. */
const JSON_HEADERS = { "content-type": "application/json", "x-content-type-options": "nosniff" };

/** The headers of an answer that is compressed for clients that accept it. */
function codingHeaders(coding: ContentCoding | undefined): Readonly<Record<string, string>> {
  return { vary: "accept-encoding", ...(coding !== undefined && { "content-encoding": coding }) };
}
