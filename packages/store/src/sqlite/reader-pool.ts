import { availableParallelism } from "node:os";
import type { AggregateResult } from "../aggregate-plan.js";
import { Slots } from "../lists/slots.js";
import { objectStream, type BatchSource } from "../lists/object-stream.js";
import type { EngineSettings } from "../store-settings.js";
import type { ListPage } from "../store.js";
import { packedBatch, unpackItems } from "../lists/packed-items.js";
import { ThreadPool } from "./thread.js";
import type { AskedAggregate, AskedList, OpenedStream, PackedPage, WorkerData } from "./worker.js";
import { askWorker, type WorkerQuestion } from "./worker-thread.js";

/** `longLists` is the number of threads, by default at least 2. */
export interface ReaderPoolOptions extends Pick<EngineSettings, "pace" | "timeouts" | "longLists" | "tuning"> {
  readonly worker: WorkerData;
}

/** Lists of all objects that are read at the same time. Each has its own connection and cache. */
const MOST_STREAMS = 32;

/** A page, and what its thread has found out about the objects that the list selects. */
type FoundPage = ListPage & Pick<OpenedStream, "found">;

/** Threads that answer lists, started on first use. */
export class ReaderPool {
  readonly #options: ReaderPoolOptions;
  readonly #slots: Slots;
  readonly #streams: Slots;
  readonly #threads: ThreadPool<WorkerQuestion, unknown>;

  constructor(options: ReaderPoolOptions) {
    this.#options = options;
    const size = options.longLists ?? Math.min(4, Math.max(2, availableParallelism() - 1));
    const { listMilliseconds } = options.timeouts;
    this.#slots = new Slots(size, listMilliseconds);
    this.#streams = new Slots(MOST_STREAMS, listMilliseconds);
    this.#threads = new ThreadPool(size, { module: "worker.js", data: options.worker, name: "cmgen reader" });
  }

  /** A list waits for a free thread to begin. Streams that have begun share the threads with other lists. */
  async list(list: AskedList, signal?: AbortSignal): Promise<FoundPage> {
    const answer = await this.#slots.run(() => this.#read(list), signal);
    if ("isLarge" in answer) return this.stream(list, signal);
    const { items, ...page } = answer;
    return { ...page, items: unpackItems(items) };
  }

  /** Counts and sums wait for a free thread, too. */
  aggregate(input: AskedAggregate, signal?: AbortSignal): Promise<AggregateResult> {
    return this.#slots.run(() => askWorker(this.#threads.next(), { ask: "aggregate", input }), signal);
  }

  close(): Promise<void> {
    return this.#threads.close();
  }

  #read(list: AskedList): Promise<PackedPage> {
    return askWorker(this.#threads.next(), { ask: "list", input: list });
  }

  /** The same for a list whose items are read one after another. */
  async stream(list: AskedList, signal?: AbortSignal): Promise<FoundPage> {
    const leave = await this.#streams.enter(signal);
    try {
      return await this.#slots.run(() => this.#open(list, leave), signal);
    } catch (error) {
      leave();
      throw error;
    }
  }

  async #open(list: AskedList, leave: () => void): Promise<FoundPage> {
    const thread = this.#threads.next();
    const { stream, ...start } = await askWorker(thread, { ask: "open", input: list });
    const source: BatchSource = {
      next: async () => packedBatch((await askWorker(thread, { ask: "next", input: { stream } })).items),
      close: async () => {
        leave();
        if (thread.alive) await askWorker(thread, { ask: "close", input: { stream } });
      },
    };
    return { ...start, items: objectStream(source, this.#options.pace) };
  }
}
