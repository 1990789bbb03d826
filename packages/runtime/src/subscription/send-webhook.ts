import dns from "node:dns";
import http from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import type { AddressPolicy } from "./address-policy.js";
import type { Payload } from "./message.js";
import { signatureOf } from "./webhook-signature.js";
import { addressProblem, literalAddress } from "./webhook-url.js";

/** How long an exchange may take, in milliseconds: from the look-up of the name to the end of the answer's head. */
const TIMEOUT_MS = 15_000;

/** Bytes of an answer's head. */
const MOST_HEAD_BYTES = 16 * 1024;

/** Bytes of an answer's body that are read, so that its connection can be used again. */
const MOST_BODY_BYTES = 64 * 1024;

/** How long they are waited for, in milliseconds. */
const BODY_MS = 2000;

/** What came of an attempt. */
export type Outcome =
  /** 2xx. */
  | { readonly outcome: "taken" }
  /** 410: the receiver wants nothing any more. */
  | { readonly outcome: "gone" }
  /** The receiver does not take this message. */
  | { readonly outcome: "refused"; readonly reason: string }
  /** The receiver failed, perhaps at this message. */
  | { readonly outcome: "failed"; readonly reason: string }
  /** The receiver cannot be reached, or asks to wait. */
  | { readonly outcome: "away"; readonly reason: string; readonly retryAfterMs?: number | undefined };

export interface Receiver {
  readonly url: URL;
  readonly key: Buffer;
}

/**
 * Sends messages to a receiver. Each connection goes to an address that was checked: what a name leads to is looked up for the connection, and nothing
 * else is. Redirects are not followed, and no proxy of the environment is asked.
 */
export class WebhookSender {
  readonly #receiver: Receiver;
  readonly #policy: AddressPolicy;
  readonly #agent: http.Agent;

  constructor(receiver: Receiver, policy: AddressPolicy) {
    this.#receiver = receiver;
    this.#policy = policy;
    const options = {
      keepAlive: true,
      keepAliveMsecs: 1000,
      timeout: TIMEOUT_MS,
      maxFreeSockets: 2,
      scheduling: "lifo" as const,
    };
    this.#agent = receiver.url.protocol === "https:" ? new https.Agent(options) : new http.Agent(options);
  }

  /** Never rejects. */
  async send(payload: Payload): Promise<Outcome> {
    const { url } = this.#receiver;
    const address = literalAddress(url);
    const problem = address === undefined ? undefined : addressProblem(url, address, this.#policy);
    if (problem !== undefined) return { outcome: "away", reason: `The URL ${problem}.` };
    const first = await this.#attempt(payload);
    // The receiver has closed a connection that was kept, as it may at any time.
    return first === "closed" ? this.#lastAttempt(payload) : first;
  }

  /** Whether it sends to a URL, and signs with a key. */
  isFor(url: string, key: Buffer): boolean {
    return this.#receiver.url.href === new URL(url).href && this.#receiver.key.equals(key);
  }

  /** Closes all connections. */
  close(): void {
    this.#agent.destroy();
  }

  async #lastAttempt(payload: Payload): Promise<Outcome> {
    const last = await this.#attempt(payload);
    return last === "closed" ? { outcome: "away", reason: "The receiver closes every connection." } : last;
  }

  #attempt({ id, body }: Payload): Promise<Outcome | "closed"> {
    const { url, key } = this.#receiver;
    const seconds = Math.floor(Date.now() / 1000);
    const headers = {
      "content-type": "application/json",
      "content-length": body.length,
      "user-agent": "cmgen",
      "webhook-id": id,
      "webhook-timestamp": seconds,
      "webhook-signature": signatureOf(key, { id, seconds, body }),
    };
    return new Promise((resolve) => {
      const { request } = url.protocol === "https:" ? https : http;
      const sent = request(url, {
        method: "POST",
        headers,
        agent: this.#agent,
        lookup: this.#lookup,
        maxHeaderSize: MOST_HEAD_BYTES,
      });
      const timer = setTimeout(() => sent.destroy(new Error("the receiver did not answer within 15 s")), TIMEOUT_MS);
      timer.unref();
      const end = (outcome: Outcome | "closed"): void => {
        clearTimeout(timer);
        resolve(outcome);
      };
      sent.on("error", (error) => end(sent.reusedSocket && isReset(error) ? "closed" : unreachable(error)));
      // An upgrade that nobody asked for comes without an answer.
      sent.on("upgrade", (_, socket) => {
        socket.destroy();
        end({ outcome: "refused", reason: "The receiver answered 101." });
      });
      sent.on("response", (answer) => {
        readAway(answer);
        end(outcomeOf(answer));
      });
      sent.end(body);
    });
  }

  /** Gives a connection the addresses of a name that it may go to, and no others. */
  readonly #lookup: LookupFunction = (hostname, options, callback) => {
    dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      const { url } = this.#receiver;
      const allowed = addresses.filter(({ address }) => addressProblem(url, address, this.#policy) === undefined);
      const [first] = allowed;
      if (first === undefined) {
        // Which address it is may be nobody's business outside.
        const isOpen = addresses.some(({ address }) => this.#policy.mayConnect(address));
        const problem = isOpen
          ? "without encryption"
          : "to an address that is not public and that the service does not allow";
        return callback(new RefusedAddress(`the name ${hostname} leads ${problem}`), []);
      }
      if (options.all === true) callback(null, [...allowed]);
      else callback(null, first.address, first.family);
    });
  };
}

/** A name that leads nowhere that anything may be sent to. */
class RefusedAddress extends Error {}

function isReset(error: Error): boolean {
  return "code" in error && (error.code === "ECONNRESET" || error.code === "EPIPE");
}

function unreachable(error: Error): Outcome {
  return { outcome: "away", reason: `The receiver cannot be reached: ${error.message.slice(0, 300)}.` };
}

/** Reads what an answer has behind its head, up to a limit, so that the connection can be used again. */
function readAway(answer: http.IncomingMessage): void {
  let left = MOST_BODY_BYTES;
  const timer = setTimeout(() => answer.destroy(), BODY_MS);
  timer.unref();
  answer.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) answer.destroy();
  });
  answer.on("close", () => clearTimeout(timer));
  // The answer's head is what counts.
  answer.on("error", () => undefined);
}

/** Times that a receiver may ask to wait for, at most. */
const MOST_RETRY_AFTER_MS = 3_600_000;

/** Requests that arrive too late or too often: nothing is wrong with the message. */
const WAIT: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504]);

function outcomeOf({ statusCode = 0, headers }: http.IncomingMessage): Outcome {
  if (statusCode >= 200 && statusCode < 300) return { outcome: "taken" };
  if (statusCode === 410) return { outcome: "gone" };
  const reason = `The receiver answered ${statusCode}.`;
  if (WAIT.has(statusCode)) return { outcome: "away", reason, retryAfterMs: retryAfter(headers["retry-after"]) };
  if (statusCode >= 500) return { outcome: "failed", reason };
  const isRedirect = statusCode >= 300 && statusCode < 400;
  return { outcome: "refused", reason: isRedirect ? `${reason} Redirects are not followed.` : reason };
}

/** Seconds, or a date (RFC 9110, 10.2.3). */
function retryAfter(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const milliseconds = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(milliseconds) ? undefined : Math.min(Math.max(0, milliseconds), MOST_RETRY_AFTER_MS);
}
