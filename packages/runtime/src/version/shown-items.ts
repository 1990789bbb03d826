import { setImmediate } from "node:timers/promises";
import type { ListPage, ObjectBatch, ObjectStream } from "@cmgen/store";
import type { VersionView } from "./version-view.js";

/** Objects that are converted before others are served: a millisecond or two. */
const SLICE = 100;

const COMMA = Buffer.from(",");

/** How objects are shown that were read from the store. */
export interface Reading {
  readonly view: VersionView;
  /** Whether they may lack defaults, as it was known before they were read. */
  readonly mayLack: boolean;
  /** Shows objects of which the caller does not see everything; undefined for one that it does not see at all. */
  readonly mask?: ((data: Uint8Array) => Uint8Array | undefined) | undefined;
}

/**
 * The items of a list as a version shows them. What is stored as that version goes through as it is.
 *
 * @throws {ConversionError} with the name of the first object that cannot be converted; behind the first batch of a stream, reading
 * throws it.
 */
export async function shownItems(reading: Reading, items: ListPage["items"]): Promise<ListPage["items"]> {
  if ("batches" in items) return shownStream(reading, items);
  const shown: Uint8Array[] = [];
  for await (const slice of shownSlices(reading, items)) shown.push(...slice);
  return shown;
}

/** The first batch is converted before anything is answered: a failure there can still be told. */
async function shownStream(reading: Reading, stream: ObjectStream): Promise<ObjectStream> {
  const rest = shownBatches(reading, stream);
  const first = await rest.next();
  const batches = async function* (): AsyncGenerator<ObjectBatch, void, undefined> {
    try {
      if (first.done !== true) yield first.value;
      yield* rest;
    } finally {
      await rest.return();
    }
  };
  return {
    batches,
    async *[Symbol.asyncIterator]() {
      for await (const batch of batches()) yield* batch.items();
    },
  };
}

async function* shownBatches(reading: Reading, stream: ObjectStream): AsyncGenerator<ObjectBatch, void, undefined> {
  const { view, mayLack, mask } = reading;
  for await (const batch of stream.batches()) {
    const items = batch.items();
    if (mask === undefined && items.every((data) => view.isAsStored(data, mayLack))) yield batch;
    else for await (const slice of shownSlices(reading, items)) yield batchOf(slice);
  }
}

async function* shownSlices(
  { view, mayLack, mask }: Reading,
  items: readonly Uint8Array[],
): AsyncGenerator<readonly Uint8Array[], void, undefined> {
  const show = mask ?? ((data: Uint8Array): Uint8Array => view.shownBytes(data, mayLack));
  for (let start = 0; start < items.length; start += SLICE) {
    if (start > 0) await setImmediate();
    yield items.slice(start, start + SLICE).flatMap((data) => show(data) ?? []);
  }
}

function batchOf(items: readonly Uint8Array[]): ObjectBatch {
  return { joined: Buffer.concat(items.flatMap((item) => [COMMA, item])), items: () => items };
}
