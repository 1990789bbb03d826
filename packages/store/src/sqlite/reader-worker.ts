import { parentPort, workerData } from "node:worker_threads";
import { TooLargeError } from "../lists/too-large-error.js";
import { ListReader, type ItemCursor } from "./list-reader.js";
import { openReader, type SqliteDatabase } from "./open-database.js";
import { packError } from "./packed-error.js";
import { packItems, type PackedItems } from "./packed-items.js";
import type {
  OpenedStream,
  PackedAnswer,
  ReaderAnswer,
  ReaderData,
  ReaderRequest,
  TooLarge,
} from "./reader-protocol.js";
import type { ThreadAnswer } from "./thread.js";

/** Bytes of a stream that are read at a time, in less than a millisecond. Other lists are answered in between. */
const STREAM_BYTES = 65_536;

/** Streams need little cache, since they read each page once. */
const STREAM_CACHE_KIBIBYTES = 2048;

interface Stream {
  readonly database: SqliteDatabase;
  readonly cursor: ItemCursor;
}

/** Answers lists on a separate thread, so that counts and scans do not block the main thread. */
function serveLists({ file, tuning }: ReaderData, port: NonNullable<typeof parentPort>): void {
  const reader = new ListReader(openReader(file), tuning);
  const streams = new Map<number, Stream>();

  const answer = (request: ReaderRequest): ReaderAnswer => {
    switch (request.ask) {
      case "list":
        return listItems(reader, request);
      case "open":
        return openStream(request);
      case "next":
        return nextItems(request.stream);
      default:
        return closeStream(request.stream);
    }
  };

  const openStream = ({ id, tables, plan }: ListRequest): OpenedStream => {
    const database = openReader(file, STREAM_CACHE_KIBIBYTES);
    try {
      const cursor = new ListReader(database, tuning).open(tables, plan);
      streams.set(id, { database, cursor });
      return { ...cursor.start, stream: id };
    } catch (error) {
      database.close();
      throw error;
    }
  };

  /** A stream that was closed in the meantime has no more items. */
  const nextItems = (stream: number): PackedItems => packItems(streams.get(stream)?.cursor.next(STREAM_BYTES) ?? []);

  const closeStream = (stream: number): null => {
    const opened = streams.get(stream);
    streams.delete(stream);
    opened?.cursor.close();
    opened?.database.close();
    return null;
  };

  port.on("message", (request: ReaderRequest) => {
    try {
      send(port, { id: request.id, answer: answer(request) });
    } catch (error) {
      port.postMessage({
        id: request.id,
        error: packError(error),
      } satisfies ThreadAnswer<ReaderAnswer>);
    }
  });
}

type ListRequest = Extract<ReaderRequest, { ask: "list" | "open" }>;

function listItems(reader: ListReader, { tables, plan }: ListRequest): PackedAnswer | TooLarge {
  try {
    const { items, ...rest } = reader.list(tables, plan);
    return { ...rest, items: packItems(items) };
  } catch (error) {
    if (error instanceof TooLargeError) return { tooLarge: true };
    throw error;
  }
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
