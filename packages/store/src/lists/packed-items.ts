import type { ObjectBatch } from "../store.js";

/**
 * The bytes of many objects in one buffer, which is transferred between threads without copying. Each object has a comma before it, so that a
 * list can be sent as it is.
 */
export interface PackedItems {
  readonly bytes: ArrayBuffer;
  /** Where each object ends. */
  readonly ends: Uint32Array;
}

const COMMA = 0x2c;

/** Packs objects into one buffer. */
export function packItems(items: readonly Uint8Array[]): PackedItems {
  const ends = new Uint32Array(items.length);
  let length = 0;
  for (const [place, item] of items.entries()) {
    length += item.length + 1;
    ends[place] = length;
  }
  const bytes = new Uint8Array(length);
  for (const [place, item] of items.entries()) {
    const start = (ends[place] ?? 0) - item.length;
    bytes[start - 1] = COMMA;
    bytes.set(item, start);
  }
  return { bytes: bytes.buffer, ends };
}

export function isPackedItems(value: unknown): value is PackedItems {
  return typeof value === "object" && value !== null && "bytes" in value && value.bytes instanceof ArrayBuffer;
}

/** Unpacks objects as views of the same buffer. */
export function unpackItems({ bytes, ends }: PackedItems): readonly Uint8Array[] {
  return Array.from(ends, (end, place) => {
    const start = (place === 0 ? 0 : (ends[place - 1] ?? 0)) + 1;
    return new Uint8Array(bytes, start, end - start);
  });
}

/** Packed objects as a batch of a stream; `undefined` at its end. */
export function packedBatch(packed: PackedItems): ObjectBatch | undefined {
  if (packed.ends.length === 0) return undefined;
  return { joined: new Uint8Array(packed.bytes), items: () => unpackItems(packed) };
}
