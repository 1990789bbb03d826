import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { MAX_PIPELINED } from "./server-limits.js";

/** The requests of a connection. */
interface Line {
  /** The answer that is under way; undefined between requests. */
  answer: ServerResponse | undefined;
  /** What waits for its end, in the order in which it arrived. */
  readonly waiting: (() => void)[];
}

/**
 * Runs requests that a client sends without waiting for answers one after another, so that a read after a write on the same connection sees
 * what was written. RFC 9112, 9.3.2 requires that, and Node leaves it to us.
 */
export class Pipeline {
  readonly #lines = new Map<Duplex, Line>();

  /** Calls `start` once the connection's earlier requests have been answered; never if the connection ends first. */
  enter(socket: Duplex, answer: ServerResponse, start: () => void): void {
    const line = this.#lineOf(socket);
    if (line.answer === undefined) {
      line.answer = answer;
      start();
    } else {
      wait(line, socket, () => {
        line.answer = answer;
        start();
      });
    }
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

  #lineOf(socket: Duplex): Line {
    const known = this.#lines.get(socket);
    if (known !== undefined) return known;
    const line: Line = { answer: undefined, waiting: [] };
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
