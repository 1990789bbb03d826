const COMMA = 0x2c;
const ZERO = 0x30;

/** Reads whole numbers with commas in between. */
export function readIdText(text: Uint8Array): Float64Array {
  if (text.length === 0) return new Float64Array();
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
export function readIdWords(words: Uint8Array): Float64Array {
  const view = new DataView(words.buffer, words.byteOffset, words.byteLength);
  const ids = new Float64Array(countBits(view));
  let count = 0;
  for (let at = 0; at < view.byteLength; at += WORD_BYTES) {
    const first = Number(view.getBigInt64(at)) * 64;
    for (const half of [0, 32]) {
      // The upper half of the bits comes first.
      for (let left = view.getInt32(at + 12 - half / 8); left !== 0; left &= left - 1) {
        ids[count] = first + half + 31 - Math.clz32(left & -left);
        count += 1;
      }
    }
  }
  return ids;
}

function countBits(view: DataView): number {
  let count = 0;
  for (let at = 0; at < view.byteLength; at += WORD_BYTES)
    count += bitsOf(view.getInt32(at + 8)) + bitsOf(view.getInt32(at + 12));
  return count;
}

/** The number of bits set in a 32-bit word: sums of neighbours, pairs and fours, then of bytes by one multiplication. */
export function bitsOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
