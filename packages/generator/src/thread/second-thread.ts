import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";

import type { Answers, AnswerMessage, TaskMessage, Tasks } from "./tasks.js";

const require = createRequire(import.meta.url);

/** From this many models on a thread is worth its start: it takes as long as some thirty validators. */
const MANY = 100;

interface Waiting {
  resolve(answer: Answers[keyof Answers]): void;
  reject(error: unknown): void;
}

/**
 * A thread for what can be done beside this one: it does one task after the other, and runs from the first until it is ended. It touches no
 * file.
 */
export class SecondThread {
  #worker: Worker | undefined;
  #failure: unknown;
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;

  /** Whether work for `count` models is worth a thread. */
  static isWorthwhile(count: number): boolean {
    return count >= MANY && availableParallelism() > 1;
  }

  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  /** Does what the first task would do anyway. */
  start(): void {
    this.#worker ??= this.#started();
  }

  /** Gives it something that has no answer. */
  give(task: "ahead", given: Tasks["ahead"]): void {
    this.#send({ task, given });
  }

  /** @throws what the task throws in the thread. */
  ask<Name extends keyof Answers>(task: Name, given: Tasks[Name]): Promise<Answers[Name]> {
    this.#asked += 1;
    const id = this.#asked;
    const answer = new Promise<Answers[keyof Answers]>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    // Boundary: the thread answers each task with what belongs to it.
    this.#send({ id, task, given } as TaskMessage);
    return answer as Promise<Answers[Name]>;
  }

  /** Ends it, whatever it does. */
  async end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #send(message: TaskMessage): void {
    this.start();
    if (this.#failure === undefined) this.#worker?.postMessage(message);
    else this.#fail(this.#failure);
  }

  #started(): Worker {
    const worker = new Worker(require.resolve("#second-thread"), { name: "cmgen-second-thread" });
    worker.on("message", ({ id, answer }: AnswerMessage) => {
      this.#waiting.get(id)?.resolve(answer);
      this.#waiting.delete(id);
    });
    worker.on("error", (error) => this.#fail(error));
    worker.on("exit", (code) => this.#fail(new Error(`The second thread ended with ${code} and no answer.`)));
    return worker;
  }

  #fail(error: unknown): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
