import { Worker } from "node:worker_threads";
import type { ReaderAnswer, ReaderData, ReaderQuestion } from "./reader-protocol.js";

type Answer = Extract<ReaderAnswer, { answer: unknown }>["answer"];

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/** A thread that reads. Requests are answered in their order. */
export class ReaderThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 1;
  #failure: Error | undefined;

  constructor(workerData: ReaderData) {
    this.#worker = new Worker(new URL("reader-worker.js", import.meta.url), { workerData, name: "cmgen reader" });
    this.#worker.on("message", (answer: ReaderAnswer) => this.#settle(answer));
    this.#worker.on("error", (error) => this.#fail(error instanceof Error ? error : new Error(String(error))));
    this.#worker.on("exit", () => this.#fail(new Error("A reader thread has ended")));
    this.#worker.unref();
  }

  /** How many requests wait for it. */
  get load(): number {
    return this.#waiting.size;
  }

  /** Whether it can still answer. */
  get alive(): boolean {
    return this.#failure === undefined;
  }

  ask(question: ReaderQuestion): Promise<Answer> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const id = this.#nextId;
    this.#nextId += 1;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.ref();
      this.#worker.postMessage({ ...question, id });
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #settle(answer: ReaderAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    // A process that has nothing else to do may end while its readers wait for work.
    if (this.#waiting.size === 0) this.#worker.unref();
    if ("error" in answer) waiting?.reject(answer.error);
    else waiting?.resolve(answer.answer);
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#failure);
    this.#waiting.clear();
  }
}
