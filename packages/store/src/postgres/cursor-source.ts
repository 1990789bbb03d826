import pg from "pg";
import type { ListRow } from "../lists/steps.js";
import type { BatchSource } from "../lists/object-stream.js";
import type { PostgresClient } from "./database.js";
import type { Turns } from "../lists/turns.js";
import { TextBatch } from "./text-batch.js";
import { endTransaction, workWithin } from "./with-client.js";

/** Objects of a stream that are fetched before their size is known. */
const FIRST_BATCH = 4;

/** Bytes of a stream that are fetched at a time. More is hardly faster, and twice as much is held. */
const BATCH_BYTES = 128 * 1024;

export interface CursorOptions {
  /** The cursor's declaration, which was sent. The first batch is fetched without waiting for it, which saves a turn to the server. */
  readonly declared: Promise<unknown>;
  /** The turns in which batches of all streams are fetched. */
  readonly turns: Turns;
  /** How long the server may take for a batch. */
  readonly milliseconds: number;
  /** Called when the connection was released. */
  readonly closed: () => void;
}

/** The batches of the cursor `items`, each fetched when it is its turn. Closing ends the transaction and releases the connection. */
export function cursorSource(
  client: PostgresClient,
  { declared, turns, milliseconds, closed: done }: CursorOptions,
): BatchSource {
  // Its error is that of the first batch.
  declared.catch(() => undefined);
  let closed = false;
  let count = FIRST_BATCH;
  return {
    next: async () => {
      // A source closed in the meantime has no more items, and its connection may be in use elsewhere.
      const batch = await turns.take(async () =>
        closed ? undefined : workWithin(client, milliseconds, () => batchOf(client, count, declared)),
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

async function batchOf(client: PostgresClient, count: number, declared: Promise<unknown>): Promise<TextBatch> {
  const [, batch] = await Promise.all([declared, fetchBatch(client, count)]);
  return batch;
}

/** Takes rows one by one as they arrive: collecting all texts first would have them moved in memory and freed late. */
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

/** The number of objects that probably have the wanted bytes, judging by the last batch. It grows slowly, since objects may suddenly be large. */
function nextCount(count: number, bytes: number): number {
  const likely = Math.floor((BATCH_BYTES * count) / bytes);
  return Math.max(1, Math.min(likely, 2 * count));
}
