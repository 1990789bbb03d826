import pg from "pg";
import type { BatchSource } from "../lists/object-stream.js";
import type { PostgresClient } from "./database.js";
import type { StreamPlaces } from "./stream-places.js";
import type { Slots } from "../lists/slots.js";
import { TextBatch } from "./text-batch.js";
import { endTransaction, workWithin } from "./with-client.js";

/** Objects of a stream that are fetched before their size is known. */
const FIRST_BATCH = 4;

/** Bytes of a stream that are fetched at a time. More is hardly faster, and twice as much is held. */
const BATCH_BYTES = 128 * 1024;

/** The same once a stream has given its connection up: it takes some statements to go on. */
const LATER_BATCH_BYTES = 1024 * 1024;

/** How long a consumer may take for a batch, in milliseconds, before others may have the connection. */
const IDLE_MILLISECONDS = 100;

/** A stream's connection, on which it has a transaction. */
interface OpenCursor {
  readonly client: PostgresClient;
  /** Leaves the stream's place. */
  readonly leave: () => void;
}

export interface CursorOptions {
  /** The cursor's declaration, which was sent. The first batch is fetched without waiting for it, which saves a round trip. */
  readonly declared: Promise<unknown>;
  /** The slots in which batches of all streams are fetched. */
  readonly slots: Slots;
  readonly places: StreamPlaces;
  /** How long the server may take for a batch. */
  readonly milliseconds: number;
  /** A connection for a stream that goes on. */
  readonly connect: () => Promise<PostgresClient>;
  /** Declares the cursor again, in a new transaction, behind as many rows as were read. */
  readonly declareAgain: (client: PostgresClient, read: number) => Promise<unknown>;
}

/**
 * The batches of the cursor `items`, each fetched in a slot. While the consumer is slow and others wait, the stream has no connection.
 * Closing ends the transaction and releases the connection.
 */
export class CursorSource implements BatchSource {
  readonly #options: CursorOptions;
  #cursor: OpenCursor | undefined;
  #declared: Promise<unknown> | undefined;
  #leaving: Promise<void> = Promise.resolve();
  #goesOn = (): void => undefined;
  #count = FIRST_BATCH;
  #read = 0;
  #isLater = false;
  #ended = false;

  constructor(cursor: OpenCursor, options: CursorOptions) {
    this.#cursor = cursor;
    this.#options = options;
    this.#declared = options.declared;
    // Its error is that of the first batch.
    options.declared.catch(() => undefined);
  }

  async next(): Promise<TextBatch | undefined> {
    const { slots, places, milliseconds } = this.#options;
    this.#goesOn();
    await this.#leaving;
    if (!this.#ended && this.#cursor === undefined) await this.#enter();
    // A source closed in the meantime has no more items, and its connection may be in use elsewhere.
    const batch = await slots.run(async () => {
      const client = this.#cursor?.client;
      return client && workWithin(client, milliseconds, () => this.#fetch(client));
    });
    if (batch === undefined || this.#ended) return undefined;
    this.#read += batch.count;
    if (batch.count < this.#count) await this.close();
    else this.#goesOn = places.waits(this.#isLater ? 0 : IDLE_MILLISECONDS, () => void this.#leave());
    if (batch.count === 0) return undefined;
    this.#count = nextCount(batch, this.#isLater ? LATER_BATCH_BYTES : BATCH_BYTES);
    return batch;
  }

  close(): Promise<void> {
    this.#ended = true;
    this.#goesOn();
    return this.#leave();
  }

  async #fetch(client: PostgresClient): Promise<TextBatch> {
    // What has changed is known before a later batch is fetched.
    if (this.#declared === undefined) await (this.#declared = this.#options.declareAgain(client, this.#read));
    const [, batch] = await Promise.all([this.#declared, fetchBatch(client, this.#count)]);
    return batch;
  }

  async #enter(): Promise<void> {
    const leave = await this.#options.places.enter({ isNew: false });
    try {
      if (this.#ended) return leave();
      const client = await this.#options.connect();
      this.#isLater = true;
      this.#declared = undefined;
      this.#cursor = { client, leave };
      if (this.#ended) await this.#leave();
    } catch (error) {
      leave();
      throw error;
    }
  }

  #leave(): Promise<void> {
    const cursor = this.#cursor;
    if (cursor === undefined) return this.#leaving;
    this.#cursor = undefined;
    this.#leaving = endTransaction(cursor.client).then((broken) => {
      cursor.client.release(broken);
      cursor.leave();
    });
    return this.#leaving;
  }
}

/** Takes rows one by one as they arrive: collecting all texts first would have them moved in memory and freed late. */
function fetchBatch(client: PostgresClient, count: number): Promise<TextBatch> {
  return new Promise((resolve, reject) => {
    const batch = new TextBatch();
    const query = new pg.Query<{ data: string }>(`FETCH ${count} FROM items`);
    query.on("row", ({ data }) => batch.add(data));
    query.on("error", reject);
    query.on("end", () => resolve(batch));
    client.query(query);
  });
}

/** The number of objects that probably have the wanted bytes, judging by the last batch. It grows slowly, since objects may suddenly be large. */
function nextCount({ count, joined }: TextBatch, wanted: number): number {
  const likely = Math.floor((wanted * count) / joined.length);
  return Math.max(1, Math.min(likely, 2 * count));
}
