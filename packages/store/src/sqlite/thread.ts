import { parentPort, Worker, type ResourceLimits, type TransferListItem } from "node:worker_threads";
import { isPackedItems } from "../lists/packed-items.js";

/** An answer to the request with the same number. */
export type ThreadAnswer<Answer> =
  | { readonly id: number; readonly answer: Answer }
  | { readonly id: number; readonly error: PackedError };

interface Waiting<Answer> {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

interface ThreadOptions {
  /** Module the thread starts with, beside this one. */
  readonly module: string;
  /** Passed to it as `workerData`. */
  readonly data: unknown;
  /** Shown in debuggers. */
  readonly name: string;
  readonly limits?: ResourceLimits;
}

/** What a thread of a pool has sent is garbage at once. A small young generation keeps that from piling up. */
const pooled: ResourceLimits = { maxYoungGenerationSizeMb: 4 };

/** A thread that answers requests in order. */
export class Thread<Question extends object, Answer> {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting<Answer>>();
  #nextId = 1;
  #failure: Error | undefined;

  constructor({ module, data, name, limits = {} }: ThreadOptions) {
    this.#worker = new Worker(new URL(module, import.meta.url), { workerData: data, name, resourceLimits: limits });
    this.#worker.on("message", (answer: ThreadAnswer<Answer>) => this.#settle(answer));
    this.#worker.on("error", (error) => this.#fail(error instanceof Error ? error : new Error(String(error))));
    this.#worker.on("exit", () => this.#fail(new Error(`The thread ${name} has ended`)));
    this.#worker.unref();
  }

  /** The number of requests that wait for it. */
  get load(): number {
    return this.#waiting.size;
  }

  /** Whether it can still answer. */
  get alive(): boolean {
    return this.#failure === undefined;
  }

  ask(question: Question, transfer: readonly TransferListItem[] = []): Promise<Answer> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const id = this.#nextId;
    this.#nextId += 1;
    return new Promise((resolve, reject) => {
      // What cannot be copied to the thread is refused here: no answer would come.
      this.#worker.postMessage({ ...question, id }, transfer);
      this.#waiting.set(id, { resolve, reject });
      this.#worker.ref();
    });
  }

  async terminate(): Promise<void> {
    await this.#worker.terminate();
  }

  #settle(answer: ThreadAnswer<Answer>): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    // A process with nothing else to do may exit while its threads wait for work.
    if (this.#waiting.size === 0) this.#worker.unref();
    if ("error" in answer) waiting?.reject(unpackError(answer.error));
    else waiting?.resolve(answer.answer);
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#failure);
    this.#waiting.clear();
  }
}

/** Threads of one kind, started when they are needed. A thread that has died is replaced. */
export class ThreadPool<Question extends object, Answer> {
  readonly #options: ThreadOptions;
  readonly #size: number;
  #threads: Thread<Question, Answer>[] = [];

  /** @param size the number of threads, at most. */
  constructor(size: number, options: ThreadOptions) {
    this.#size = size;
    this.#options = { ...options, limits: pooled };
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

/** Answers the requests of a {@link Thread} that has started this module. An answer may be a promise, which does not delay other requests. */
export function answerRequests<Request extends { readonly id: number }>(answer: (request: Request) => unknown): void {
  if (parentPort === null) throw new Error("This module must be started as a worker thread");
  const port = parentPort;
  const reply = async (request: Request): Promise<void> => {
    const { id } = request;
    try {
      const made = await answer(request);
      port.postMessage({ id, answer: made } satisfies ThreadAnswer<unknown>, transferred(made));
    } catch (error) {
      port.postMessage({ id, error: packError(error) } satisfies ThreadAnswer<unknown>);
    }
  };
  port.on("message", (request: Request) => void reply(request));
}

/** The bytes of an answer's items are handed over, not copied. */
function transferred(answer: unknown): TransferListItem[] {
  return typeof answer === "object" && answer !== null && "items" in answer && isPackedItems(answer.items)
    ? [answer.items.bytes]
    : [];
}

/**
 * An error as it is sent to another thread. The structured clone keeps only the standard properties of standard errors; of an SQLite error it
 * would keep nothing but the code.
 */
export interface PackedError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** SQLite's error code, such as `SQLITE_FULL`. */
  readonly code: string | undefined;
}

export function packError(error: unknown): PackedError {
  if (!(error instanceof Error)) return { name: "Error", message: String(error), stack: undefined, code: undefined };
  const { name, message, stack } = error;
  return { name, message, stack, code: "code" in error && typeof error.code === "string" ? error.code : undefined };
}

/** The error as the other thread had it, including its stack. */
export function unpackError({ name, message, stack, code }: PackedError): Error {
  if (code === undefined) return Object.assign(new Error(message), { name, stack });
  const coded = `${message} (${code})`;
  return Object.assign(new Error(coded), { name, code, stack: stack?.replace(message, () => coded) });
}
