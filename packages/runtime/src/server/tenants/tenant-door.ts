import type { IncomingMessage, ServerResponse } from "node:http";
import type { Listener } from "../http-server.js";
import type { Door } from "../open-service.js";
import { RunningAnswers } from "../running-answers.js";

/** Where the requests of one tenant come in. */
export class TenantDoor implements Door {
  readonly #running = new RunningAnswers();
  #listener: Listener | undefined;
  #endedAt = 0;

  answerBy(listener: Listener): void {
    this.#listener = listener;
  }

  /** Answers a request. Open watches are requests that run. */
  answer(request: IncomingMessage, response: ServerResponse): void {
    const ended = this.#listener?.(request, response);
    this.#running.add(response, () => {
      this.#endedAt = performance.now();
      ended?.();
    });
  }

  /** When the last answer has ended, as a time of `performance.now()`; 0 before the first. */
  get endedAt(): number {
    return this.#endedAt;
  }

  get isUsed(): boolean {
    return this.#running.count > 0;
  }

  close(timeoutMs: number): Promise<void> {
    return this.#running.finish(timeoutMs);
  }
}
