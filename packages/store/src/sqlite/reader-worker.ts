import { parentPort, workerData } from "node:worker_threads";
import { SelectionMemory } from "../lists/selection-memory.js";
import { ListReader, type ItemCursor } from "./list-reader.js";
import { openReader, type SqliteDatabase } from "./database.js";
import { packError } from "./thread.js";
import { packItems, type PackedItems } from "./packed-items.js";
import type {
  OpenedStream,
  PackedAnswer,
  ReaderAnswer,
  ReaderData,
  ReaderRequest,
  LargePage,
} from "./reader-protocol.js";
import type { ThreadAnswer } from "./thread.js";

/** Bytes of a stream that are read at a time, in less than a millisecond. Other lists are answered in between. */
const STREAM_BYTES = 65_536;

/** Streams need little cache, since they read each page once. */
const STREAM_CACHE_KIBIBYTES = 2048;

type ListRequest = Extract<ReaderRequest, { ask: "list" | "open" }>;

interface Stream {
  readonly database: SqliteDatabase;
  readonly cursor: ItemCursor;
}

/** The streams that this thread reads, each on a connection of its own, by the number of the request that opened them. */
class OpenStreams {
  readonly #data: ReaderData;
  readonly #memory: SelectionMemory;
  readonly #streams = new Map<number, Stream>();

  constructor(data: ReaderData, memory: SelectionMemory) {
    this.#data = data;
    this.#memory = memory;
  }

  open({ id, tables, plan }: ListRequest): OpenedStream {
    const { file, tuning } = this.#data;
    const database = openReader(file, STREAM_CACHE_KIBIBYTES);
    try {
      const reader = new ListReader(database, tuning, this.#memory);
      const cursor = reader.open(tables, plan);
      this.#streams.set(id, { database, cursor });
      return { ...cursor.start, stream: id, found: this.#memory.take() };
    } catch (error) {
      database.close();
      throw error;
    }
  }

  /** A stream that was closed in the meantime has no more items. */
  next(stream: number): PackedItems {
    return packItems(this.#streams.get(stream)?.cursor.next(STREAM_BYTES) ?? []);
  }

  close(stream: number): null {
    const opened = this.#streams.get(stream);
    this.#streams.delete(stream);
    opened?.cursor.close();
    opened?.database.close();
    return null;
  }
}

/** Answers lists on a separate thread, so that counts and scans do not block the main thread. */
function serveLists(data: ReaderData, port: NonNullable<typeof parentPort>): void {
  // Empty between requests: the thread that serves remembers the selections of all threads.
  const memory = new SelectionMemory();
  // The file may have been deleted since: then the list is refused, and the next one looks again.
  let opened: ListReader | undefined;
  const reader = (): ListReader => (opened ??= new ListReader(openReader(data.file), data.tuning, memory));
  const streams = new OpenStreams(data, memory);

  const answer = (request: ReaderRequest): ReaderAnswer => {
    if ("known" in request) {
      // What a list that failed has left.
      memory.take();
      memory.learn(request.known);
    }
    switch (request.ask) {
      case "list":
        return listItems(reader(), request);
      case "open":
        return streams.open(request);
      case "next":
        return streams.next(request.stream);
      default:
        return streams.close(request.stream);
    }
  };

  port.on("message", (request: ReaderRequest) => {
    const { id } = request;
    try {
      send(port, { id, answer: answer(request) });
    } catch (error) {
      port.postMessage({ id, error: packError(error) } satisfies ThreadAnswer<ReaderAnswer>);
    }
  });
}

function listItems(reader: ListReader, { tables, plan }: ListRequest): PackedAnswer | LargePage {
  const page = reader.list(tables, plan);
  if (page === "large") return { isLarge: true };
  const { items, ...rest } = page;
  return { ...rest, items: packItems(items), found: reader.memory.take() };
}

function send(
  port: NonNullable<typeof parentPort>,
  message: { readonly id: number; readonly answer: ReaderAnswer },
): void {
  const { answer } = message;
  const items = answer === null ? undefined : "bytes" in answer ? answer : "items" in answer ? answer.items : undefined;
  port.postMessage(message, items === undefined ? [] : [items.bytes]);
}

if (parentPort === null) throw new Error("This module must be started as a worker thread");
serveLists(workerData as ReaderData, parentPort);
