import { availableParallelism } from "node:os";
import type { ListPlan } from "../../list/list-plan.js";
import { isStreamed } from "../lists/list-steps.js";
import { Turns } from "../lists/turns.js";
import { objectStream, type BatchSource } from "../object-stream.js";
import type { ListTables } from "../sql/list-statement.js";
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

export interface ReaderPoolOptions extends ReaderData {
  /** How many threads read. Default: one less than the machine can run at once, at least 2, at most 4. */
  readonly readers?: number;
  /** How long the consumer of a stream may take for a batch. */
  readonly stallMilliseconds: number;
}

/** The bytes that a reader has handed over are garbage at once: a small nursery is swept before much of it has gathered. */
const limits = { maxYoungGenerationSizeMb: 4 };

/** Threads that answer lists. They are started when first needed. */
export class ReaderPool {
  readonly #options: ReaderPoolOptions;
  readonly #size: number;
  readonly #turns: Turns;
  #threads: ReaderThread[] = [];

  constructor(options: ReaderPoolOptions) {
    this.#options = options;
    this.#size = options.readers ?? Math.min(4, Math.max(2, availableParallelism() - 1));
    this.#turns = new Turns(this.#size);
  }

  /** Lists wait for a thread that has no other to begin; streams that have begun share the threads with them. */
  list(tables: ListTables, plan: ListPlan, signal?: AbortSignal): Promise<ListPage> {
    return this.#turns.take(() => this.#read(tables, plan), signal);
  }

  async #read(tables: ListTables, plan: ListPlan): Promise<ListPage> {
    const thread = this.#thread();
    if (isStreamed(plan, this.#options.tuning)) return this.#stream(thread, tables, plan);
    const answer = (await thread.ask({ ask: "list", tables, plan })) as PackedAnswer | TooLarge;
    if ("tooLarge" in answer) return this.#stream(thread, tables, plan);
    const { items, ...page } = answer;
    return { ...page, items: unpackItems(items) };
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.terminate()));
  }

  async #stream(thread: ReaderThread, tables: ListTables, plan: ListPlan): Promise<ListPage> {
    const { stream, ...start } = (await thread.ask({ ask: "open", tables, plan })) as OpenedStream;
    const source: BatchSource = {
      next: async () => packedBatch((await thread.ask({ ask: "next", stream })) as PackedItems),
      close: async () => void (thread.alive && (await thread.ask({ ask: "close", stream }))),
    };
    return { ...start, items: objectStream(source, this.#options.stallMilliseconds) };
  }

  /** The thread with the least to do; one that has died is replaced. */
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
