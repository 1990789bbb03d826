import { availableParallelism } from "node:os";
import { Slots } from "../lists/slots.js";
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
  LargePage,
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
  readonly #slots: Slots;
  readonly #streams: Slots;
  readonly #threads: ThreadPool<ReaderQuestion, ReaderAnswer>;

  constructor(options: ReaderPoolOptions) {
    this.#options = options;
    const size = options.longLists ?? Math.min(4, Math.max(2, availableParallelism() - 1));
    const { listMilliseconds } = options.timeouts;
    this.#slots = new Slots(size, listMilliseconds);
    this.#streams = new Slots(MOST_STREAMS, listMilliseconds);
    const { file, tuning } = options;
    const data: ReaderData = { file, tuning };
    this.#threads = new ThreadPool(size, { module: "reader-worker.js", data, name: "cmgen reader", limits });
  }

  /** A list waits for a free thread to begin. Streams that have begun share the threads with other lists. */
  async list(list: AskedList, signal?: AbortSignal): Promise<FoundPage> {
    const answer = await this.#slots.run(() => this.#read(list), signal);
    if ("isLarge" in answer) return this.stream(list, signal);
    const { items, ...page } = answer;
    return { ...page, items: unpackItems(items) };
  }

  close(): Promise<void> {
    return this.#threads.close();
  }

  async #read(list: AskedList): Promise<PackedAnswer | LargePage> {
    return (await this.#threads.next().ask({ ask: "list", ...list })) as PackedAnswer | LargePage;
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
