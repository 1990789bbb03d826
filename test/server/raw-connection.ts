import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** A connection on which anything may be said, HTTP or not. */
export class RawConnection {
  readonly #socket: Socket;
  readonly #closed: Promise<void>;
  #received = "";

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.#closed = new Promise((resolve) => socket.once("close", () => resolve()));
    socket.setEncoding("latin1");
    socket.on("data", (text: string) => (this.#received += text));
    // Being cut off is what many of these connections are about.
    socket.on("error", () => {});
  }

  static async open(url: string): Promise<RawConnection> {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    await once(socket, "connect");
    return new RawConnection(socket);
  }

  /** Everything the server has said. */
  get received(): string {
    return this.#received;
  }

  get statuses(): readonly string[] {
    return Array.from(this.#received.matchAll(/HTTP\/1\.1 (\d{3})/g), ([, status]) => status ?? "");
  }

  write(bytes: string | Uint8Array): this {
    if (!this.#socket.destroyed) this.#socket.write(bytes);
    return this;
  }

  /** From now on nothing is read. */
  pause(): this {
    this.#socket.pause();
    return this;
  }

  resume(): this {
    this.#socket.resume();
    return this;
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Waits until the server has hung up: whether it did within so many milliseconds. */
  async closes(withinMs: number): Promise<boolean> {
    const late = new AbortController();
    const closed = await Promise.race([
      this.#closed.then(() => true),
      delay(withinMs, false, { signal: late.signal }).catch(() => false),
    ]);
    late.abort();
    return closed;
  }

  /** Waits until the server has said `pattern`. @throws {Error} when it has not after so many milliseconds. */
  async says(pattern: RegExp, withinMs = 20_000): Promise<void> {
    const end = Date.now() + withinMs;
    while (!pattern.test(this.#received)) {
      if (Date.now() > end)
        throw new Error(`Not ${String(pattern)}, but ${JSON.stringify(this.#received.slice(0, 500))}`);
      await delay(5);
    }
  }
}

/** A request's line and headers as they go over the wire, `Host` included. */
export function head(method: string, path: string, headers: Readonly<Record<string, string | number>> = {}): string {
  const lines = Object.entries({ host: "localhost", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`;
}

/** A request with a JSON body as it goes over the wire. */
export function jsonRequest(method: string, path: string, value: unknown): string {
  const body = JSON.stringify(value);
  return `${head(method, path, { "content-type": "application/json", "content-length": Buffer.byteLength(body) })}${body}`;
}
