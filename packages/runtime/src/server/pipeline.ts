import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { MAX_PIPELINED } from "./server-limits.js";

interface Line {
  /** The answer that a further request has to wait for. */
  last: ServerResponse;
  waiting: number;
}

/**
 * Requests that a client sends without waiting for answers, one after another as they came: a read that follows a write on one
 * connection sees what was written, which RFC 9112, 9.3.2 asks for and Node leaves to us.
 */
export class Pipeline {
  readonly #lines = new WeakMap<Duplex, Line>();
  /** What starts when an answer has been given. */
  readonly #next = new WeakMap<ServerResponse, () => void>();

  /** Calls `start` once the connection's earlier requests have been answered; never, where the connection ends first. */
  enter(socket: Duplex, response: ServerResponse, start: () => void): void {
    const line = this.#lines.get(socket);
    if (line === undefined) {
      this.#lines.set(socket, { last: response, waiting: 0 });
      start();
      return;
    }
    const before = line.last;
    line.last = response;
    if (before.closed) start();
    else this.#wait(line, { socket, before, start });
  }

  /** Calls `then` once everything that came on the connection so far has been answered; never, where the connection ends first. */
  afterAnswers(socket: Duplex, then: () => void): void {
    const line = this.#lines.get(socket);
    if (line === undefined || line.last.closed) then();
    else this.#wait(line, { socket, before: line.last, start: then });
  }

  /** To be called for each answer that has come to its end. */
  leave(response: ServerResponse): void {
    this.#next.get(response)?.();
  }

  #wait(
    line: Line,
    turn: { readonly socket: Duplex; readonly before: ServerResponse; readonly start: () => void },
  ): void {
    line.waiting += 1;
    // Who sends more than that and reads nothing wants memory, not answers.
    if (line.waiting > MAX_PIPELINED) {
      turn.socket.destroy();
      return;
    }
    this.#next.set(turn.before, () => {
      line.waiting -= 1;
      if (!turn.socket.destroyed) turn.start();
    });
  }
}
