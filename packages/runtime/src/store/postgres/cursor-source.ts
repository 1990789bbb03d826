import type { LimitFunction } from "p-limit";
import type { ListRow } from "../lists/steps.js";
import type { BatchSource } from "../object-stream.js";
import type { ObjectBatch } from "../store.js";
import type { PostgresClient } from "./database.js";
import { endTransaction } from "./with-client.js";

/** Runs so many functions at a time, in the order they were given. */
export type Turns = LimitFunction;

/** Objects of a stream that are fetched before it is known how large they are. */
const FIRST_BATCH = 32;

/** Bytes of a stream that are fetched at a time: more of them are hardly faster, and as much is held twice. */
const BATCH_BYTES = 128 * 1024;

/** The batches of the cursor `items`, each fetched when it is its turn. It ends the transaction and gives the connection back. */
export function cursorSource(client: PostgresClient, turns: Turns): BatchSource {
  let closed = false;
  let count = FIRST_BATCH;
  return {
    next: async () => {
      // One that was closed while this was on its way has no more items.
      if (closed) return undefined;
      const { rows } = await turns(() => client.query<ListRow<string>>(`FETCH ${count} FROM items`));
      if (rows.length === 0) return undefined;
      const batch = textBatch(rows.map(({ data }) => data));
      count = nextCount(rows.length, batch.joined.length);
      return batch;
    },
    close: async () => {
      closed = true;
      client.release(await endTransaction(client));
    },
  };
}

/** As many as are likely to have the bytes wanted, going by the last batch. Objects that are suddenly large are met by not many more. */
function nextCount(count: number, bytes: number): number {
  const likely = Math.floor((BATCH_BYTES * count) / bytes);
  return Math.max(1, Math.min(likely, 2 * count));
}

/** Texts become bytes all at once: one by one costs more than reading them. */
function textBatch(texts: readonly string[]): ObjectBatch {
  return { joined: Buffer.from(`,${texts.join(",")}`), items: () => texts.map((text) => Buffer.from(text)) };
}
