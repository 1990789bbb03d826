import { Thread, type ThreadOptions } from "./thread.js";

/** Threads of one kind, started when they are needed. A thread that has died is replaced. */
export class ThreadPool<Question extends object, Answer> {
  readonly #options: ThreadOptions;
  readonly #size: number;
  #threads: Thread<Question, Answer>[] = [];

  /** @param size the number of threads, at most. */
  constructor(size: number, options: ThreadOptions) {
    this.#size = size;
    this.#options = options;
  }

  /** The thread with the least work. */
  next(): Thread<Question, Answer> {
    this.#threads = this.#threads.filter(({ alive }) => alive);
    const idle = this.#threads.find(({ load }) => load === 0);
    if (idle !== undefined) return idle;
    if (this.#threads.length === this.#size)
      return this.#threads.reduce((least, thread) => (thread.load < least.load ? thread : least));
    const thread = new Thread<Question, Answer>(this.#options);
    this.#threads.push(thread);
    return thread;
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.terminate()));
  }
}
