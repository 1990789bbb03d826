import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { MAX_PIPELINED } from "./server-limits.js";

interface Line {
  /** The answer that the next request waits for. */
  last: ServerResponse;
  waiting: number;
}

/**
 * Runs requests that a client sends without waiting for answers one after another, so that a read after a write on the same connection sees
 * what was written. RFC 9112, 9.3.2 requires that, and Node leaves it to us.
 */
export class Pipeline {
  readonly #lines = new WeakMap<Duplex, Line>();
  /** Called when an answer has been sent. */
  readonly #next = new WeakMap<ServerResponse, () => void>();

  /** Calls `start` once the connection's earlier requests have been answered; never if the connection ends first. */
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

  /** Calls `then` once all requests so far on the connection have been answered; never if the connection ends first. */
  afterAnswers(socket: Duplex, then: () => void): void {
    const line = this.#lines.get(socket);
    if (line === undefined || line.last.closed) then();
    else this.#wait(line, { socket, before: line.last, start: then });
  }

  /** Must be called at the end of each answer. */
  leave(response: ServerResponse): void {
    this.#next.get(response)?.();
  }

  #wait(
    line: Line,
    turn: { readonly socket: Duplex; readonly before: ServerResponse; readonly start: () => void },
  ): void {
    line.waiting += 1;
    // A client that sends more than that and reads nothing only uses up memory.
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
