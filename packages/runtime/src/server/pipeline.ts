import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { MAX_PIPELINED } from "./server-limits.js";

/** The requests of a connection. */
interface Line {
  /** The answer that is under way; undefined between requests. */
  answer: ServerResponse | undefined;
  /** Whether the answer has been returned by {@link Pipeline.untimedAnswers}. */
  isTimed: boolean;
  /** What waits for its end, in the order in which it arrived. */
  readonly waiting: (() => void)[];
}

/**
 * Runs requests that a client sends without waiting for answers one after another, so that a read after a write on the same connection sees
 * what was written. RFC 9112, 9.3.2 requires that, and Node leaves it to us.
 */
export class Pipeline {
  readonly #lines = new Map<Duplex, Line>();
  readonly #start: (request: IncomingMessage, response: ServerResponse) => void;

  /** @param start begins to answer a request. */
  constructor(start: (request: IncomingMessage, response: ServerResponse) => void) {
    this.#start = start;
  }

  /** Starts a request once the connection's earlier ones have been answered; never if the connection ends first. */
  enter(request: IncomingMessage, response: ServerResponse): void {
    const line = this.#lineOf(request.socket);
    if (line.answer === undefined) this.#begin(line, request, response);
    else wait(line, request.socket, () => this.#begin(line, request, response));
  }

  #begin(line: Line, request: IncomingMessage, response: ServerResponse): void {
    line.answer = response;
    line.isTimed = false;
    this.#start(request, response);
  }

  /** Must be called when an answer has been sent or broken off. */
  leave(socket: Duplex): void {
    const line = this.#lines.get(socket);
    if (line === undefined) return;
    line.answer = undefined;
    while (line.answer === undefined && line.waiting.length > 0 && !socket.destroyed) line.waiting.shift()?.();
  }

  /** Calls `then` once all requests so far on the connection have been answered; never if the connection ends first. */
  afterAnswers(socket: Duplex, then: () => void): void {
    const line = this.#lineOf(socket);
    if (line.answer === undefined) then();
    else wait(line, socket, then);
  }

  /** The answer that is under way on a connection. */
  answerOn(socket: Duplex): ServerResponse | undefined {
    return this.#lines.get(socket)?.answer;
  }

  /** The answers that are under way on all connections. */
  answers(): readonly ServerResponse[] {
    return [...this.#lines.values()].flatMap(({ answer }) => answer ?? []);
  }

  /** The answers that are under way and have not been returned by this before. */
  *untimedAnswers(): Iterable<ServerResponse> {
    for (const line of this.#lines.values()) {
      if (line.answer === undefined || line.isTimed) continue;
      line.isTimed = true;
      yield line.answer;
    }
  }

  #lineOf(socket: Duplex): Line {
    const known = this.#lines.get(socket);
    if (known !== undefined) return known;
    const line: Line = { answer: undefined, isTimed: false, waiting: [] };
    this.#lines.set(socket, line);
    socket.once("close", () => this.#lines.delete(socket));
    return line;
  }
}

function wait(line: Line, socket: Duplex, then: () => void): void {
  line.waiting.push(then);
  // A client that sends more than that and reads nothing only uses up memory.
  if (line.waiting.length > MAX_PIPELINED) socket.destroy();
}
