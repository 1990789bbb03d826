import { once } from "node:events";
import { chmodSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { createInterface } from "node:readline";
import type { CommandHandlers } from "../commands.js";
import type { FileOwner } from "./file-owner.js";

/** A request: one line of JSON. */
export interface CommandRequest {
  readonly key: string;
  readonly name: string;
  readonly input: unknown;
}

/** Lines of JSON, the last of which is the answer or the error. */
export type CommandReply =
  | { readonly begun: true }
  | { readonly event: unknown }
  | { readonly answer: unknown }
  | { readonly error: { readonly name: string; readonly message: string } };

/** Does commands for other processes, which cannot open the database while this one has its file. */
export class CommandSocket {
  readonly #owner: FileOwner;
  readonly #server: Server;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<void>>();
  readonly #sockets = new Set<Socket>();
  #handlers: CommandHandlers = {};

  private constructor(owner: FileOwner) {
    this.#owner = owner;
    this.#server = createServer((socket) => this.#serve(socket)).unref();
  }

  static async open(owner: FileOwner): Promise<CommandSocket> {
    const opened = new CommandSocket(owner);
    // A process that was killed leaves its socket behind. It has not got the file any more.
    if (process.platform !== "win32") rmSync(owner.socket, { force: true });
    opened.#server.listen(owner.socket);
    await once(opened.#server, "listening");
    if (process.platform !== "win32") chmodSync(owner.socket, 0o600);
    return opened;
  }

  answer(handlers: CommandHandlers): void {
    this.#handlers = { ...this.#handlers, ...handlers };
  }

  /** Aborts commands, and waits for their end. */
  async close(): Promise<void> {
    this.#server.close();
    this.#closing.abort();
    await Promise.all(this.#running);
    for (const socket of this.#sockets) socket.destroySoon();
  }

  #serve(socket: Socket): void {
    const gone = new AbortController();
    this.#sockets.add(socket);
    socket.on("close", () => {
      this.#sockets.delete(socket);
      gone.abort();
    });
    // `close` reports that the caller has gone.
    const ignore = (): void => undefined;
    socket.on("error", ignore);
    const lines = createInterface({ input: socket }).on("error", ignore);
    lines.once("line", (line) => {
      const ended = this.#do(line, socket, AbortSignal.any([gone.signal, this.#closing.signal]));
      this.#running.add(ended);
      void ended.then(() => this.#running.delete(ended));
    });
  }

  /** Never rejects. */
  async #do(line: string, socket: Socket, signal: AbortSignal): Promise<void> {
    const reply = (sent: CommandReply): void => void socket.write(`${JSON.stringify(sent)}\n`);
    try {
      const { key, name, input } = JSON.parse(line) as CommandRequest;
      if (key !== this.#owner.key) throw new Error("The caller does not know the key of this process");
      const handler = Object.hasOwn(this.#handlers, name) ? this.#handlers[name] : undefined;
      if (handler === undefined)
        throw new Error(`Process ${process.pid}, which has the database, does not know the command ${name}`);
      reply({ begun: true });
      reply({ answer: await handler(input, { signal, tell: (event) => reply({ event }) }) });
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      reply({ error: { name, message } });
    }
    socket.end();
  }
}
