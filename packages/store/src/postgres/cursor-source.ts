import pg from "pg";
import type { ListRow } from "../lists/steps.js";
import type { BatchSource } from "../object-stream.js";
import type { PostgresClient } from "./database.js";
import type { Turns } from "../lists/turns.js";
import { TextBatch } from "./text-batch.js";
import { endTransaction, workWithin } from "./with-client.js";

/** Objects of a stream that are fetched before it is known how large they are. */
const FIRST_BATCH = 4;

/** Bytes of a stream that are fetched at a time: more of them are hardly faster, and as much is held twice. */
const BATCH_BYTES = 128 * 1024;

export interface CursorOptions {
  /** Batches of all streams are fetched in turn. */
  readonly turns: Turns;
  /** How long the server may take for a batch. */
  readonly milliseconds: number;
  /** Called when the connection has been given back. */
  readonly closed: () => void;
}

/** The batches of the cursor `items`, each fetched when it is its turn. It ends the transaction and gives the connection back. */
export function cursorSource(
  client: PostgresClient,
  { turns, milliseconds, closed: done }: CursorOptions,
): BatchSource {
  let closed = false;
  let count = FIRST_BATCH;
  return {
    next: async () => {
      // One that was closed meanwhile has no more items, and its connection may be another's.
      const batch = await turns.take(async () =>
        closed ? undefined : workWithin(client, milliseconds, () => fetchBatch(client, count)),
      );
      if (batch === undefined || batch.count === 0) return undefined;
      count = nextCount(batch.count, batch.joined.length);
      return batch;
    },
    close: async () => {
      closed = true;
      client.release(await endTransaction(client));
      done();
    },
  };
}

/** Takes rows one by one as they arrive: texts that are kept until all are there are moved about in memory, and freed late. */
function fetchBatch(client: PostgresClient, count: number): Promise<TextBatch> {
  return new Promise((resolve, reject) => {
    const batch = new TextBatch();
    const query = new pg.Query<ListRow<string>>(`FETCH ${count} FROM items`);
    query.on("row", ({ data }) => batch.add(data));
    query.on("error", reject);
    query.on("end", () => resolve(batch));
    client.query(query);
  });
}

/** As many as are likely to have the bytes wanted, going by the last batch. Objects that are suddenly large are met by not many more. */
function nextCount(count: number, bytes: number): number {
  const likely = Math.floor((BATCH_BYTES * count) / bytes);
  return Math.max(1, Math.min(likely, 2 * count));
}
