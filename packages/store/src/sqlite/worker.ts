import { workerData } from "node:worker_threads";
import type { AggregatePlan, AggregateResult } from "../aggregate-plan.js";
import type { ListPlan } from "../list-plan.js";
import type { ListTuning } from "../list-tuning.js";
import type { Selection } from "../lists/selection.js";
import type { ListAnswer, StreamStart } from "../lists/steps.js";
import { memoized } from "../memoized.js";
import { sqliteDialect } from "../sql/dialect.js";
import { readShape, type NameInput } from "../sql/object-shapes.js";
import type { ListTables } from "../sql/list-statement.js";
import type { StoredBytes } from "../store.js";
import { openReader, openWriter, type SqliteDatabase } from "./database.js";
import { type ItemCursor, ListReader } from "./list-reader.js";
import { packItems, type PackedItems } from "../lists/packed-items.js";
import { type ChoreInput, type ChoreResult, Chores, doChore } from "./sqlite-writer.js";
import { prepare, type Prepared } from "./statements.js";
import { answerRequests } from "./thread.js";
import type { WorkerQuestion } from "./worker-thread.js";

/** What a worker is started with. It opens its connections when it is first asked for something that needs them. */
export interface WorkerData {
  readonly file: string;
  /** The page cache of the connection that reads. */
  readonly cacheKibibytes: number;
  /** How long the connection that writes waits for another process's lock. */
  readonly busyMilliseconds: number;
  readonly tuning: ListTuning;
}

/** A list, and what is remembered of the objects that it selects. */
export interface AskedList {
  readonly tables: ListTables;
  readonly plan: ListPlan;
  readonly known: Selection | undefined;
}

/** Counts and sums. */
export interface AskedAggregate {
  readonly tables: ListTables;
  readonly plan: AggregatePlan;
}

/** What a worker has found out about the objects that a list selects. */
interface FoundSelections {
  readonly found: Selection | undefined;
}

/** A page; or, if it has a large object, that it must be asked for as a stream. */
export type PackedPage =
  | (Omit<ListAnswer<never>, "items"> & FoundSelections & { readonly items: PackedItems })
  | { readonly isLarge: true };

/** A stream has begun, which later requests name by its number. */
export type OpenedStream = Omit<StreamStart, "rows"> & FoundSelections & { readonly stream: number };

/** Bytes of a stream that are read at a time, in less than a millisecond. Other lists are answered in between. */
const STREAM_BYTES = 65_536;

/** Streams need little cache, since they read each page once. */
const STREAM_CACHE_KIBIBYTES = 2048;

interface Stream {
  readonly database: SqliteDatabase;
  readonly cursor: ItemCursor;
}

interface Chore {
  readonly name: keyof Chores;
  readonly input: ChoreInput<keyof Chores>;
}

/** What a worker can be asked for, each by the name of a method. It opens its connections when it first needs them. */
export class WorkerTasks {
  readonly #data: WorkerData;
  /** Each stream has a connection of its own. */
  readonly #streams = new Map<number, Stream>();
  readonly #reads = new Map<string, Prepared<NameInput>>();
  #reading: SqliteDatabase | undefined;
  #lists: ListReader | undefined;
  #writing: Chores | undefined;

  constructor(data: WorkerData) {
    this.#data = data;
  }

  /** Reads an object by its name. */
  read({ table, name }: NameInput & { readonly table: string }): StoredBytes | undefined {
    const make = (): Prepared<NameInput> => prepare(this.#reader(), readShape(sqliteDialect, { table }));
    return memoized(this.#reads, table, make).get({ name }) as StoredBytes | undefined;
  }

  list({ tables, plan, known }: AskedList): PackedPage {
    const reader = this.#listReader();
    // The thread that serves remembers the selections of all threads.
    reader.memory.forgetAll();
    reader.learn(tables, plan, known);
    const page = reader.list(tables, plan);
    if (page === "large") return { isLarge: true };
    const { items, ...rest } = page;
    return { ...rest, items: packItems(items), found: reader.known(tables, plan) };
  }

  aggregate({ tables, plan }: AskedAggregate): AggregateResult {
    return this.#listReader().aggregate(tables, plan);
  }

  /** Opens a stream. */
  open({ tables, plan, known }: AskedList, stream: number): OpenedStream {
    const database = openReader(this.#data.file, STREAM_CACHE_KIBIBYTES);
    try {
      const reader = new ListReader(database, this.#data.tuning);
      reader.learn(tables, plan, known);
      const cursor = reader.open(tables, plan);
      this.#streams.set(stream, { database, cursor });
      return { ...cursor.start, stream, found: reader.known(tables, plan) };
    } catch (error) {
      database.close();
      throw error;
    }
  }

  /** The next items of a stream. One that was closed in the meantime has none. */
  next({ stream }: Pick<OpenedStream, "stream">): { readonly items: PackedItems } {
    return { items: packItems(this.#streams.get(stream)?.cursor.next(STREAM_BYTES) ?? []) };
  }

  close({ stream }: Pick<OpenedStream, "stream">): void {
    const opened = this.#streams.get(stream);
    this.#streams.delete(stream);
    opened?.cursor.close();
    opened?.database.close();
  }

  chore({ name, input }: Chore): ChoreResult<keyof Chores> {
    this.#writing ??= new Chores(openWriter(this.#data.file, this.#data.busyMilliseconds));
    return doChore(this.#writing, name, input);
  }

  /** Ends writing. */
  end(): void {
    this.#writing?.end();
    this.#writing = undefined;
  }

  #listReader(): ListReader {
    return (this.#lists ??= new ListReader(this.#reader(), this.#data.tuning));
  }

  /** The file may have been deleted since: then the read is refused, and the next one looks again. */
  #reader(): SqliteDatabase {
    return (this.#reading ??= openReader(this.#data.file, this.#data.cacheKibibytes));
  }
}

/** Reads or writes a database in a file on a separate thread, so that what takes long does not block the main thread. */
const tasks = new WorkerTasks(workerData as WorkerData);

answerRequests(({ ask, input, id }: WorkerQuestion & { readonly id: number }) => {
  // TypeScript does not relate the type of a task to that of its input, which `askWorker` has checked.
  const task = tasks[ask].bind(tasks) as (input: unknown, id: number) => unknown;
  return task(input, id);
});
