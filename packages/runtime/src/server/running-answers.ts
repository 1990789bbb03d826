import type { ServerResponse } from "node:http";

/** The answers that are under way, for a stop that waits for them. */
export class RunningAnswers {
  readonly #running = new Set<ServerResponse>();

  /** How many there are. */
  get count(): number {
    return this.#running.size;
  }

  /** Counts an answer until it has been sent or broken off, and then calls `ended`. */
  add(response: ServerResponse, ended: () => void): void {
    this.#running.add(response);
    response.on("close", () => {
      this.#running.delete(response);
      ended();
    });
  }

  /** Lets those that run finish, and breaks off the others after `timeoutMs`. */
  async finish(timeoutMs: number): Promise<void> {
    const ends = [...this.#running].map((response) => new Promise<void>((end) => response.once("close", () => end())));
    const timer = setTimeout(() => {
      for (const response of this.#running) response.destroy();
    }, timeoutMs);
    await Promise.all(ends);
    clearTimeout(timer);
  }
}
