import { apiVersionOf } from "@cmgen/model";
import { summarizeList, type ListSummary } from "../resource/list-summary.js";
import type { WriteContext } from "../resource/write-context.js";
import type { ListPage } from "../store/store.js";

/** About as much as goes to the socket at a time. */
const CHUNK_BYTES = 64 * 1024;

const COMMA = Buffer.from(",");
const END = Buffer.from("]}");

/** A list's body in one piece: the items' stored bytes between what is said of them. Nothing is parsed. */
export function listBody(summary: ListSummary, items: readonly Uint8Array[]): Buffer {
  const parts: Uint8Array[] = [head(summary)];
  for (const [at, item] of items.entries()) at === 0 ? parts.push(item) : parts.push(COMMA, item);
  parts.push(END);
  return Buffer.concat(parts);
}

/** The same body as a stream of pieces, for lists of any length. */
export async function* listBodyStream(
  summary: ListSummary,
  batches: AsyncIterable<readonly Uint8Array[]>,
): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = [head(summary)];
  let bytes = 0;
  let separator: Uint8Array | undefined;
  for await (const batch of batches) {
    for (const item of batch) {
      if (separator !== undefined) parts.push(separator);
      separator = COMMA;
      parts.push(item);
      bytes += item.length;
      if (bytes < CHUNK_BYTES) continue;
      yield Buffer.concat(parts);
      parts = [];
      bytes = 0;
    }
  }
  parts.push(END);
  yield Buffer.concat(parts);
}

function head(summary: ListSummary): Buffer {
  return Buffer.from(`${JSON.stringify(summary).slice(0, -1)},"items":[`);
}

/** Whether items come as a stream. */
export function isStream(items: ListPage["items"]): items is Exclude<ListPage["items"], readonly Uint8Array[]> {
  return !Array.isArray(items);
}

/**
 * The body of a collection's deletion, written while it goes on: the last state of each object deleted. How many there were is known
 * at the end, so what is said beside the items follows them.
 */
export async function* deletedBody(context: WriteContext, deleted: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const { model, store } = context;
  yield Buffer.from(
    `${JSON.stringify({ apiVersion: apiVersionOf(model), kind: `${model.kind}List` }).slice(0, -1)},"items":[`,
  );
  let total = 0;
  for await (const item of deleted) {
    yield total === 0 ? Buffer.from(item) : Buffer.concat([COMMA, item]);
    total += 1;
  }
  const read = { revision: await store.revision(), total, hasNext: false };
  const { apiVersion: _, kind: __, ...rest } = summarizeList(model, { by: "all" }, read);
  yield Buffer.from(`],${JSON.stringify(rest).slice(1)}`);
}
