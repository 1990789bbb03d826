import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

/** A secret of 24 bytes. */
export const SECRET = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;

/** A message that a receiver has got, whose signature another implementation has verified. */
export interface Received {
  readonly id: string;
  readonly path: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: {
    readonly type?: string;
    readonly resourceVersion?: string;
    readonly object?: {
      readonly metadata: { readonly name: string; readonly version: number };
      readonly spec: Readonly<Record<string, unknown>>;
    };
    readonly lost?: { readonly from: number; readonly to: number };
  };
  readonly headers: IncomingMessage["headers"];
}

/** Answers a message; without one it is taken. */
export type Answer = (message: Received, response: ServerResponse) => void | Promise<void>;

/** A program that receives webhooks. */
export class TestReceiver {
  readonly messages: Received[] = [];
  answer: Answer = () => undefined;
  /** Messages that are answered at the moment. */
  running = 0;
  mostRunning = 0;
  readonly #server: Server;
  #webhook = new Webhook(SECRET);

  private constructor() {
    this.#server = createServer((request, response) => void this.#receive(request, response));
  }

  static async start(): Promise<TestReceiver> {
    const receiver = new TestReceiver();
    receiver.#server.listen(0, "127.0.0.1");
    await once(receiver.#server, "listening");
    return receiver;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hooks`;
  }

  /** Names and types of what it has got, in order. */
  get seen(): readonly string[] {
    return this.messages.map(({ type, data }) => `${type} ${data.object?.metadata.name ?? ""}`.trim());
  }

  /** From now on messages must be signed with this secret. */
  trust(secret: string): void {
    this.#webhook = new Webhook(secret);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.running += 1;
    this.mostRunning = Math.max(this.mostRunning, this.running);
    response.on("close", () => (this.running -= 1));
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    // Throws where the signature, or the time, is not right: the test's process then fails.
    this.#webhook.verify(body, request.headers as Record<string, string>);
    const message = {
      ...(JSON.parse(body) as Received),
      id: String(request.headers["webhook-id"]),
      path: request.url ?? "",
      headers: request.headers,
    };
    this.messages.push(message);
    await this.answer(message, response);
    if (!response.headersSent && !response.destroyed) response.writeHead(204).end();
  }
}
