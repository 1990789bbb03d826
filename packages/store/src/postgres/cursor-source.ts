import type { BatchSource } from "../lists/object-stream.js";
import { packedBatch, packItems, type PackedItems } from "../lists/packed-items.js";
import type { Slots } from "../lists/slots.js";
import type { ObjectBatch } from "../store.js";
import type { PostgresClient } from "./schema-client.js";
import { endTransaction, workWithin } from "./with-client.js";

/** Objects of a stream that are fetched before their size is known. */
const FIRST_BATCH = 4;

/** Bytes of a stream that are fetched at a time. More is hardly faster, and twice as much is held. */
const BATCH_BYTES = 128 * 1024;

/** The same once a stream has given its connection up: it takes some statements to go on. */
const LATER_BATCH_BYTES = 1024 * 1024;

/** How long a consumer may take for a batch, in milliseconds, before others may have the connection. */
const IDLE_MILLISECONDS = 100;

/** The same once a stream has given its connection up. */
const LATER_IDLE_MILLISECONDS = 20;

/** A stream's connection, on which it has a transaction. */
interface OpenCursor {
  readonly client: PostgresClient;
  /** Gives the stream's place to another. */
  readonly leave: () => void;
}

export interface CursorOptions {
  /** The cursor's declaration, which was sent. The first batch is fetched without waiting for it, which saves a round trip. */
  readonly declared: Promise<unknown>;
  /** The slots in which batches of all streams are fetched. */
  readonly slots: Slots;
  /** One place for each connection that streams may have. */
  readonly places: Slots;
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
  #idle: NodeJS.Timeout | undefined;
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

  async next(): Promise<ObjectBatch | undefined> {
    const { slots, milliseconds } = this.#options;
    clearInterval(this.#idle);
    await this.#leaving;
    if (!this.#ended && this.#cursor === undefined) await this.#enter();
    // A source closed in the meantime has no more items, and its connection may be in use elsewhere.
    const batch = await slots.run(async () => {
      const client = this.#cursor?.client;
      return client && workWithin(client, milliseconds, () => this.#fetch(client));
    });
    if (batch === undefined || this.#ended) return undefined;
    const count = batch.ends.length;
    this.#read += count;
    if (count < this.#count) await this.close();
    else this.#offerPlace();
    if (count > 0) this.#count = nextCount(batch, this.#isLater ? LATER_BATCH_BYTES : BATCH_BYTES);
    return packedBatch(batch);
  }

  /** Gives the place up if others wait for one while the consumer is slow. */
  #offerPlace(): void {
    const offer = (): void => {
      if (this.#options.places.waiting > 0) void this.#leave();
    };
    if (this.#isLater) offer();
    this.#idle = setInterval(offer, this.#isLater ? LATER_IDLE_MILLISECONDS : IDLE_MILLISECONDS).unref();
  }

  close(): Promise<void> {
    this.#ended = true;
    clearInterval(this.#idle);
    return this.#leave();
  }

  async #fetch(client: PostgresClient): Promise<PackedItems> {
    // What has changed is known before a later batch is fetched.
    if (this.#declared === undefined) await (this.#declared = this.#options.declareAgain(client, this.#read));
    const [, batch] = await Promise.all([this.#declared, fetchBatch(client, this.#count)]);
    return batch;
  }

  async #enter(): Promise<void> {
    const leave = await this.#options.places.enter();
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

async function fetchBatch(client: PostgresClient, count: number): Promise<PackedItems> {
  const { rows } = await client.query<{ data: string }>(`FETCH ${count} FROM items`);
  return packItems(rows.map(({ data }) => Buffer.from(data)));
}

/** The number of objects that probably have the wanted bytes, judging by the last batch. It grows slowly, since objects may suddenly be large. */
function nextCount({ ends, bytes }: PackedItems, wanted: number): number {
  const likely = Math.floor((wanted * ends.length) / bytes.byteLength);
  return Math.max(1, Math.min(likely, 2 * ends.length));
}
