import type { ResourceList } from "@cmgen/model";
import type { ListPage } from "../store/store.js";

/** A list about to be sent: stored bytes, and what is said beside them. */
export interface SendableList {
  readonly summary: Omit<ResourceList<never>, "items">;
  readonly items: ListPage["items"];
}

/** Chunks smaller than this are joined with what follows, so that a stream of small objects costs few writes. */
const CHUNK_BYTES = 65_536;

const comma = Buffer.from(",");
const end = Buffer.from("]}");

/**
 * The JSON body of a list, in pieces. Objects are not parsed: their stored bytes are put one behind another. Where all items were asked
 * for they are read as the pieces are, so a reader that is slow slows the reading.
 */
export async function* listBody({ summary, items }: SendableList): AsyncGenerator<Uint8Array, void, undefined> {
  let chunk: Uint8Array[] = [head(summary)];
  let bytes = 0;
  let isFirst = true;
  for await (const batch of batchesOf(items)) {
    for (const item of batch) {
      if (!isFirst) chunk.push(comma);
      isFirst = false;
      chunk.push(item);
      bytes += item.length + 1;
      if (bytes < CHUNK_BYTES) continue;
      yield Buffer.concat(chunk);
      chunk = [];
      bytes = 0;
    }
  }
  yield Buffer.concat([...chunk, end]);
}

/** The body of a list whose items are at hand, as one piece. */
export function wholeListBody(summary: SendableList["summary"], items: readonly Uint8Array[]): Uint8Array {
  const joined = items.flatMap((item, place) => (place === 0 ? [item] : [comma, item]));
  return Buffer.concat([head(summary), ...joined, end]);
}

function head(summary: SendableList["summary"]): Uint8Array {
  return Buffer.from(`${JSON.stringify(summary).slice(0, -1)},"items":[`);
}

function batchesOf(items: ListPage["items"]): AsyncIterable<readonly Uint8Array[]> | Iterable<readonly Uint8Array[]> {
  return "batches" in items ? items.batches() : [items];
}
