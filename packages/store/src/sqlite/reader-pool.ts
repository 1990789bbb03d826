import { availableParallelism } from "node:os";
import type { ListPlan } from "../list-plan.js";
import { isStreamed } from "../lists/list-steps.js";
import { Turns } from "../lists/turns.js";
import { objectStream, type BatchSource } from "../object-stream.js";
import type { ListTables } from "../sql/list-statement.js";
import type { EngineSettings } from "../store-settings.js";
import type { ListPage } from "../store.js";
import { packedBatch, unpackItems, type PackedItems } from "./packed-items.js";
import type {
  OpenedStream,
  PackedAnswer,
  ReaderAnswer,
  ReaderData,
  ReaderQuestion,
  TooLarge,
} from "./reader-protocol.js";
import { Thread } from "./thread.js";

type ReaderThread = Thread<ReaderQuestion, ReaderAnswer>;

/** `longLists` is the number of threads, by default at least 2. */
export type ReaderPoolOptions = ReaderData & Pick<EngineSettings, "pace" | "timeouts" | "longLists">;

/** What a reader has sent is garbage at once. A small young generation keeps that from piling up. */
const limits = { maxYoungGenerationSizeMb: 4 };

/** Lists of all objects that are read at the same time. Each has its own connection and cache. */
const MOST_STREAMS = 32;

/** Threads that answer lists, started on first use. */
export class ReaderPool {
  readonly #options: ReaderPoolOptions;
  readonly #size: number;
  readonly #turns: Turns;
  readonly #places: Turns;
  #threads: ReaderThread[] = [];

  constructor(options: ReaderPoolOptions) {
    this.#options = options;
    this.#size = options.longLists ?? Math.min(4, Math.max(2, availableParallelism() - 1));
    const { listMilliseconds } = options.timeouts;
    this.#turns = new Turns(this.#size, listMilliseconds);
    this.#places = new Turns(MOST_STREAMS, listMilliseconds);
  }

  /** A list waits for a free thread to begin. Streams that have begun share the threads with other lists. */
  async list(tables: ListTables, plan: ListPlan, signal?: AbortSignal): Promise<ListPage> {
    if (isStreamed(plan, this.#options.tuning)) return this.#stream(tables, plan, signal);
    const answer = await this.#turns.take(() => this.#read(tables, plan), signal);
    if ("tooLarge" in answer) return this.#stream(tables, plan, signal);
    const { items, ...page } = answer;
    return { ...page, items: unpackItems(items) };
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.terminate()));
  }

  async #read(tables: ListTables, plan: ListPlan): Promise<PackedAnswer | TooLarge> {
    return (await this.#thread().ask({ ask: "list", tables, plan })) as PackedAnswer | TooLarge;
  }

  async #stream(tables: ListTables, plan: ListPlan, signal?: AbortSignal): Promise<ListPage> {
    const leave = await this.#places.enter(signal);
    try {
      return await this.#turns.take(() => this.#open(tables, plan, leave), signal);
    } catch (error) {
      leave();
      throw error;
    }
  }

  async #open(tables: ListTables, plan: ListPlan, leave: () => void): Promise<ListPage> {
    const thread = this.#thread();
    const { stream, ...start } = (await thread.ask({ ask: "open", tables, plan })) as OpenedStream;
    const source: BatchSource = {
      next: async () => packedBatch((await thread.ask({ ask: "next", stream })) as PackedItems),
      close: async () => {
        leave();
        if (thread.alive) await thread.ask({ ask: "close", stream });
      },
    };
    return { ...start, items: objectStream(source, this.#options.pace) };
  }

  /** The thread with the least work. A thread that has died is replaced. */
  #thread(): ReaderThread {
    this.#threads = this.#threads.filter(({ alive }) => alive);
    const idle = this.#threads.find(({ load }) => load === 0);
    if (idle !== undefined) return idle;
    if (this.#threads.length < this.#size) {
      const { file, tuning } = this.#options;
      const data: ReaderData = { file, tuning };
      const thread: ReaderThread = new Thread({ module: "reader-worker.js", data, name: "cmgen reader", limits });
      this.#threads.push(thread);
      return thread;
    }
    return this.#threads.reduce((least, thread) => (thread.load < least.load ? thread : least));
  }
}
