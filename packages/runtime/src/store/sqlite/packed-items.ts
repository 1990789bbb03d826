/** Many byte strings in one piece of memory, which is handed from thread to thread without copying. */
export interface PackedItems {
  readonly bytes: ArrayBuffer;
  /** Where each ends. */
  readonly ends: Uint32Array;
}

/** Puts byte strings into one piece of memory. */
export function packItems(items: readonly Uint8Array[]): PackedItems {
  const ends = new Uint32Array(items.length);
  let length = 0;
  for (const [place, item] of items.entries()) {
    length += item.length;
    ends[place] = length;
  }
  const bytes = new Uint8Array(length);
  for (const [place, item] of items.entries()) bytes.set(item, (ends[place] ?? 0) - item.length);
  return { bytes: bytes.buffer, ends };
}

/** Takes byte strings out again: views of the same memory. */
export function unpackItems({ bytes, ends }: PackedItems): readonly Uint8Array[] {
  return Array.from(ends, (end, place) => {
    const start = place === 0 ? 0 : (ends[place - 1] ?? 0);
    return new Uint8Array(bytes, start, end - start);
  });
}
