import type { ServerResponse } from "node:http";

/** How long changes are collected, so that a thousand connections are written to some times a second. */
const COLLECT_MS = 40;

/** Connections that are written to before other work gets a turn: about a millisecond. */
const AT_ONCE = 64;

const BOOKMARK = '{"type":"BOOKMARK"}\n';

/**
 * Sends what is created to all who watch, and does nothing else for them: no selectors, no order of its own, no bound on what a slow client
 * holds. It is what thousands of connections cost any service on Node.js.
 */
export class BareWatches {
  readonly #watches = new Set<ServerResponse>();
  #collected: Buffer[] = [];
  #revision = 0;

  add(response: ServerResponse): void {
    response.writeHead(200, { "content-type": "application/x-ndjson" });
    response.write(BOOKMARK);
    this.#watches.add(response);
    response.once("close", () => this.#watches.delete(response));
  }

  created(data: Uint8Array): void {
    if (this.#watches.size === 0) return;
    this.#revision += 1;
    const head = `{"type":"ADDED","resourceVersion":"${this.#revision}","object":`;
    this.#collected.push(Buffer.concat([Buffer.from(head), data, Buffer.from("}\n")]));
    if (this.#collected.length === 1) setTimeout(() => void this.#send(), COLLECT_MS);
  }

  async #send(): Promise<void> {
    const text = Buffer.concat(this.#collected);
    this.#collected = [];
    const head = `${text.length.toString(16)}\r\n`;
    const chunk = Buffer.concat([Buffer.from(head), text, Buffer.from("\r\n")]);
    let written = 0;
    for (const { socket } of this.#watches) {
      socket?.write(chunk);
      written += 1;
      if (written % AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  }
}
