import { emptyIdSet, type IdSet, idSet, setOfBits, sharedWords } from "./id-set.js";

const COMMA = 0x2c;
const ZERO = 0x30;
const INT32 = 2 ** 31;

/**
 * Reads whole numbers with commas in between. One may occur twice.
 *
 * @param greatest none is greater.
 */
export function readIdText(text: Uint8Array, greatest: number): IdSet {
  if (text.length === 0) return emptyIdSet;
  // Most ids take more than four bytes. If there is one for each 32 that there may be, a bit for each takes less memory.
  const isDense = text.length * 8 >= greatest && greatest < INT32;
  return isDense ? readBits(text, greatest) : idSet(readNumbers(text));
}

/** Sets a bit for each id as it is read. Numbers that are collected first take twice as long. */
function readBits(text: Uint8Array, greatest: number): IdSet {
  const words = sharedWords((greatest >>> 5) + 1);
  const bits = new Int32Array(words.buffer);
  let id = 0;
  for (let place = 0; place < text.length; place += 1) {
    const digit = (text[place] ?? COMMA) - ZERO;
    if (digit >= 0) {
      // Whole numbers of 32 bits, without which each step would be checked.
      id = (Math.imul(id, 10) + digit) | 0;
    } else {
      bits[id >>> 5] = (bits[id >>> 5] ?? 0) | (1 << (id & 31));
      id = 0;
    }
  }
  bits[id >>> 5] = (bits[id >>> 5] ?? 0) | (1 << (id & 31));
  return setOfBits(words);
}

function readNumbers(text: Uint8Array): Float64Array {
  const ids = new Float64Array((text.length + 1) >>> 1);
  let count = 0;
  let id = 0;
  for (let place = 0; place < text.length; place += 1) {
    const code = text[place] ?? COMMA;
    if (code === COMMA) {
      ids[count] = id;
      count += 1;
      id = 0;
    } else {
      id = id * 10 + code - ZERO;
    }
  }
  ids[count] = id;
  return ids.subarray(0, count + 1);
}

/** A word has its place and a bit for each of 64 ids that follow each other: 16 bytes, most significant first. */
const WORD_BYTES = 16;

/** Reads the ids whose bits are set in words. */
export function readIdWords(words: Uint8Array): IdSet {
  const view = new DataView(words.buffer, words.byteOffset, words.byteLength);
  let last = -1;
  for (let at = 0; at < view.byteLength; at += WORD_BYTES) last = Math.max(last, placeOf(view, at));
  // Between few words there is too much room.
  return last * WORD_BYTES < view.byteLength * 4 ? copyWords(view, last) : idSet(readSparseWords(view));
}

function copyWords(view: DataView, last: number): IdSet {
  const words = sharedWords(2 * (last + 1));
  for (let at = 0; at < view.byteLength; at += WORD_BYTES) {
    // The upper half of the bits comes first.
    words[2 * placeOf(view, at)] = view.getUint32(at + 12);
    words[2 * placeOf(view, at) + 1] = view.getUint32(at + 8);
  }
  return setOfBits(words);
}

function readSparseWords(view: DataView): readonly number[] {
  const ids: number[] = [];
  for (let at = 0; at < view.byteLength; at += WORD_BYTES) {
    const first = placeOf(view, at) * 64;
    for (const half of [0, 32]) {
      for (let left = view.getInt32(at + 12 - half / 8); left !== 0; left &= left - 1)
        ids.push(first + half + 31 - Math.clz32(left & -left));
    }
  }
  return ids;
}

function placeOf(view: DataView, at: number): number {
  return view.getInt32(at) * 2 ** 32 + view.getUint32(at + 4);
}
