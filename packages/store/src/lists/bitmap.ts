/** A set of small whole numbers, a bit each. */
export class Bitmap {
  #words: Uint32Array;

  /** `greatest` is a guess; the set grows as needed. */
  constructor(greatest = 0) {
    this.#words = new Uint32Array((greatest >>> 5) + 1);
  }

  /** The numbers 32 at a time: number `n` is bit `n % 32` of word `n / 32`. */
  get words(): Uint32Array {
    return this.#words;
  }

  copy(): Bitmap {
    const copy = new Bitmap();
    copy.#words = this.#words.slice();
    return copy;
  }

  /** Bytes of memory it takes. */
  get bytes(): number {
    return this.#words.byteLength;
  }

  add(number: number): void {
    const word = number >>> 5;
    if (word >= this.#words.length) this.#grow(word);
    this.#words[word] = (this.#words[word] ?? 0) | (1 << (number & 31));
  }

  delete(number: number): void {
    const word = number >>> 5;
    if (word < this.#words.length) this.#words[word] = (this.#words[word] ?? 0) & ~(1 << (number & 31));
  }

  has(number: number): boolean {
    return ((this.#words[number >>> 5] ?? 0) & (1 << (number & 31))) !== 0;
  }

  #grow(word: number): void {
    const words = new Uint32Array(Math.max(word + 1, Math.ceil(this.#words.length * 1.25)));
    words.set(this.#words);
    this.#words = words;
  }
}

/** How many numbers are in all of `all` and in none of `none`. */
export function countCommon(all: readonly [Bitmap, ...Bitmap[]], none: readonly Bitmap[]): number {
  const [first, ...others] = all.map(({ words }) => words);
  const without = none.map(({ words }) => words);
  let count = 0;
  for (let place = 0; place < (first?.length ?? 0); place += 1) {
    let word = first?.[place] ?? 0;
    for (const other of others) word &= other[place] ?? 0;
    for (const other of without) word &= ~(other[place] ?? 0);
    count += bitsOf(word);
  }
  return count;
}

/** How many numbers are in at least one of the sets. */
export function countAny(sets: readonly Bitmap[]): number {
  const all = sets.map(({ words }) => words);
  const length = Math.max(0, ...all.map((words) => words.length));
  let count = 0;
  for (let place = 0; place < length; place += 1) {
    let word = 0;
    for (const words of all) word |= words[place] ?? 0;
    count += bitsOf(word);
  }
  return count;
}

/** The number of bits set in a 32-bit word: sums of neighbours, pairs and fours, then of bytes by one multiplication. */
function bitsOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
