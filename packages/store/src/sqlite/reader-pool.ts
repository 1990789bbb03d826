import { availableParallelism } from "node:os";
import { isStreamed } from "../lists/stream-steps.js";
import { Turns } from "../lists/turns.js";
import { objectStream, type BatchSource } from "../lists/object-stream.js";
import type { EngineSettings } from "../store-settings.js";
import type { ListPage } from "../store.js";
import { packedBatch, unpackItems, type PackedItems } from "./packed-items.js";
import type {
  AskedList,
  OpenedStream,
  PackedAnswer,
  ReaderAnswer,
  ReaderData,
  ReaderQuestion,
  TooLarge,
} from "./reader-protocol.js";
import { ThreadPool } from "./thread.js";

/** `longLists` is the number of threads, by default at least 2. */
export type ReaderPoolOptions = ReaderData & Pick<EngineSettings, "pace" | "timeouts" | "longLists">;

/** What a reader has sent is garbage at once. A small young generation keeps that from piling up. */
const limits = { maxYoungGenerationSizeMb: 4 };

/** Lists of all objects that are read at the same time. Each has its own connection and cache. */
const MOST_STREAMS = 32;

/** A page, and what its thread has found out about the objects that the list selects. */
type FoundPage = ListPage & Pick<PackedAnswer, "found">;

/** Threads that answer lists, started on first use. */
export class ReaderPool {
  readonly #options: ReaderPoolOptions;
  readonly #turns: Turns;
  readonly #places: Turns;
  readonly #threads: ThreadPool<ReaderQuestion, ReaderAnswer>;

  constructor(options: ReaderPoolOptions) {
    this.#options = options;
    const size = options.longLists ?? Math.min(4, Math.max(2, availableParallelism() - 1));
    const { listMilliseconds } = options.timeouts;
    this.#turns = new Turns(size, listMilliseconds);
    this.#places = new Turns(MOST_STREAMS, listMilliseconds);
    const { file, tuning } = options;
    const data: ReaderData = { file, tuning };
    this.#threads = new ThreadPool(size, { module: "reader-worker.js", data, name: "cmgen reader", limits });
  }

  /** A list waits for a free thread to begin. Streams that have begun share the threads with other lists. */
  async list(list: AskedList, signal?: AbortSignal): Promise<FoundPage> {
    if (isStreamed(list.plan, this.#options.tuning)) return this.#stream(list, signal);
    const answer = await this.#turns.take(() => this.#read(list), signal);
    if ("tooLarge" in answer) return this.#stream(list, signal);
    const { items, ...page } = answer;
    return { ...page, items: unpackItems(items) };
  }

  close(): Promise<void> {
    return this.#threads.close();
  }

  async #read(list: AskedList): Promise<PackedAnswer | TooLarge> {
    return (await this.#threads.next().ask({ ask: "list", ...list })) as PackedAnswer | TooLarge;
  }

  async #stream(list: AskedList, signal?: AbortSignal): Promise<FoundPage> {
    const leave = await this.#places.enter(signal);
    try {
      return await this.#turns.take(() => this.#open(list, leave), signal);
    } catch (error) {
      leave();
      throw error;
    }
  }

  async #open(list: AskedList, leave: () => void): Promise<FoundPage> {
    const thread = this.#threads.next();
    const { stream, ...start } = (await thread.ask({ ask: "open", ...list })) as OpenedStream;
    const source: BatchSource = {
      next: async () => packedBatch((await thread.ask({ ask: "next", stream })) as PackedItems),
      close: async () => {
        leave();
        if (thread.alive) await thread.ask({ ask: "close", stream });
      },
    };
    return { ...start, items: objectStream(source, this.#options.pace) };
  }
}
