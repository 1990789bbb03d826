import { type IdSet, idSet } from "./id-set.js";

const COMMA = 0x2c;
const ZERO = 0x30;

/** Reads whole numbers with commas in between. One may occur twice. */
export function readIdText(text: Uint8Array): IdSet {
  const ids = new Float64Array((text.length + 1) >>> 1);
  let count = 0;
  for (let place = 0; place < text.length; place += 1) {
    const code = text[place] ?? COMMA;
    if (code === COMMA) count += 1;
    else ids[count] = (ids[count] ?? 0) * 10 + code - ZERO;
  }
  return idSet(ids.subarray(0, text.length === 0 ? 0 : count + 1));
}

/** A word has its place and a bit for each of 64 ids that follow each other: 16 bytes, most significant first. */
const WORD_BYTES = 16;

/** Reads the ids whose bits are set in words. */
export function readIdWords(words: Uint8Array): IdSet {
  const view = new DataView(words.buffer, words.byteOffset, words.byteLength);
  const ids: number[] = [];
  for (let at = 0; at < view.byteLength; at += WORD_BYTES) {
    const first = (view.getInt32(at) * 2 ** 32 + view.getUint32(at + 4)) * 64;
    // The upper half of the bits comes first.
    for (const half of [0, 32]) {
      for (let left = view.getInt32(at + 12 - half / 8); left !== 0; left &= left - 1)
        ids.push(first + half + 31 - Math.clz32(left & -left));
    }
  }
  return idSet(ids);
}
