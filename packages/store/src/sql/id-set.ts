/**
 * A set of ids of objects, in the form that takes less memory: sorted, or a bit for each id up to the greatest. A set is never changed, and its
 * memory is shared, so that several threads can use it.
 */
export type IdSet =
  | { readonly form: "sorted"; readonly ids: Uint32Array | Float64Array }
  | { readonly form: "bits"; readonly words: Uint32Array; readonly size: number };

type BitSet = Extract<IdSet, { form: "bits" }>;
type SortedSet = Extract<IdSet, { form: "sorted" }>;

const UINT32 = 2 ** 32;

function isBits(set: IdSet): set is BitSet {
  return set.form === "bits";
}

function isSorted(set: IdSet): set is SortedSet {
  return set.form === "sorted";
}

/** The ids may be in any order, and repeated. */
export function idSet(ids: readonly number[] | Float64Array | Uint32Array): IdSet {
  // Loops over the elements themselves take a third of the time while the code is new.
  let greatest = 0;
  for (let place = 0; place < ids.length; place += 1) greatest = Math.max(greatest, ids[place] ?? 0);
  if (ids.length * 32 < greatest) return sorted(ids);
  const words = sharedWords((greatest >>> 5) + 1);
  for (let place = 0; place < ids.length; place += 1) {
    const id = ids[place] ?? 0;
    words[id >>> 5] = (words[id >>> 5] ?? 0) | (1 << (id & 31));
  }
  return bits(words);
}

export const emptyIdSet: IdSet = sorted([]);

/** The number of ids. */
export function sizeOf(set: IdSet): number {
  return set.form === "sorted" ? set.ids.length : set.size;
}

/** Bytes of memory it takes. */
export function bytesOf(set: IdSet): number {
  return (set.form === "sorted" ? set.ids : set.words).byteLength;
}

export function hasId(set: IdSet, id: number): boolean {
  if (set.form === "bits") return ((set.words[id >>> 5] ?? 0) & (1 << (id & 31))) !== 0 && id < UINT32;
  const { ids } = set;
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] ?? 0) < id) low = middle + 1;
    else high = middle;
  }
  return ids[low] === id;
}

/** All ids, in ascending order. */
export function idsOf(set: IdSet): readonly number[] {
  if (set.form === "sorted") return Array.from(set.ids);
  const ids: number[] = [];
  const { words } = set;
  for (let place = 0; place < words.length; place += 1) {
    for (let left = words[place] ?? 0; left !== 0; left &= left - 1)
      ids.push(place * 32 + 31 - Math.clz32(left & -left));
  }
  return ids;
}

/** The ids that are in all of `all` and in none of `none`. */
export function common(all: readonly [IdSet, ...IdSet[]], none: readonly IdSet[]): IdSet {
  const few = all.find(isSorted);
  if (few !== undefined) {
    const isCommon = (id: number): boolean =>
      all.every((set) => set === few || hasId(set, id)) && !none.some((set) => hasId(set, id));
    return idSet(few.ids.filter(isCommon));
  }
  const [least = new Uint32Array(), ...others] = all
    .filter(isBits)
    .map((set) => set.words)
    .toSorted((one, other) => one.length - other.length);
  const words = sharedWords(least.length);
  words.set(least);
  for (const other of others) keep(words, other);
  for (const other of none) drop(words, other);
  return compact(bits(words));
}

/** The ids that are in any of the sets. */
export function united(sets: readonly IdSet[]): IdSet {
  const [only, ...others] = sets;
  if (only !== undefined && others.length === 0) return only;
  const greatest = Math.max(0, ...sets.map(greatestOf));
  const count = sets.reduce((sum, set) => sum + sizeOf(set), 0);
  if (count * 32 < greatest) return idSet(sets.flatMap((set) => idsOf(set)));
  const words = sharedWords((greatest >>> 5) + 1);
  for (const set of sets) add(words, set);
  return compact(bits(words));
}

/** A number that no id exceeds. */
function greatestOf(set: IdSet): number {
  return set.form === "sorted" ? (set.ids.at(-1) ?? 0) : set.words.length * 32 - 1;
}

/** Sets the bits of a set. */
function add(words: Uint32Array, set: IdSet): void {
  if (set.form === "sorted") {
    for (const id of set.ids) words[id >>> 5] = (words[id >>> 5] ?? 0) | (1 << (id & 31));
    return;
  }
  const others = set.words;
  for (let place = 0; place < others.length; place += 1) words[place] = (words[place] ?? 0) | (others[place] ?? 0);
}

/** Clears the bits that are not set in others. */
function keep(words: Uint32Array, others: Uint32Array): void {
  for (let place = 0; place < words.length; place += 1) words[place] = (words[place] ?? 0) & (others[place] ?? 0);
}

/** Clears the bits of a set. */
function drop(words: Uint32Array, set: IdSet): void {
  if (set.form === "sorted") {
    for (const id of set.ids) if (id < words.length * 32) words[id >>> 5] = (words[id >>> 5] ?? 0) & ~(1 << (id & 31));
    return;
  }
  const others = set.words;
  for (let place = 0; place < words.length; place += 1) words[place] = (words[place] ?? 0) & ~(others[place] ?? 0);
}

/** The set after changes: whether each of these ids is in it now. */
export function changed(set: IdSet, changes: ReadonlyMap<number, boolean>): IdSet {
  const different = [...changes].filter(([id, isIn]) => hasId(set, id) !== isIn);
  if (different.length === 0) return set;
  const greatest = Math.max(...different.map(([id]) => id));
  if (set.form === "sorted" || greatest >>> 5 >= set.words.length * 2 || greatest >= UINT32)
    return rebuilt(set, changes);
  const words = sharedWords(Math.max(set.words.length, (greatest >>> 5) + 1));
  words.set(set.words);
  for (const [id] of different) words[id >>> 5] = (words[id >>> 5] ?? 0) ^ (1 << (id & 31));
  const added = different.filter(([, isIn]) => isIn).length;
  return { form: "bits", words, size: set.size + 2 * added - different.length };
}

function rebuilt(set: IdSet, changes: ReadonlyMap<number, boolean>): IdSet {
  const kept = idsOf(set).filter((id) => !changes.has(id));
  return idSet([...kept, ...[...changes].flatMap(([id, isIn]) => (isIn ? [id] : []))]);
}

/** The number of bits set in a 32-bit word: sums of neighbours, pairs and fours, then of bytes by one multiplication. */
function bitsOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The same ids, sorted if that takes less memory. */
function compact(set: BitSet): IdSet {
  return set.size < set.words.length ? sorted(idsOf(set)) : set;
}

function bits(words: Uint32Array): BitSet {
  let size = 0;
  for (let place = 0; place < words.length; place += 1) size += bitsOf(words[place] ?? 0);
  return { form: "bits", words, size };
}

function sorted(ids: readonly number[] | Float64Array | Uint32Array): IdSet {
  const all = new Float64Array(ids).sort();
  const distinct = all.filter((id, place) => place === 0 || id !== all[place - 1]);
  const isShort = (all.at(-1) ?? 0) < UINT32;
  const shared = isShort ? sharedWords(distinct.length) : new Float64Array(new SharedArrayBuffer(distinct.byteLength));
  shared.set(distinct);
  return { form: "sorted", ids: shared };
}

/** Words that threads share, all zero. */
function sharedWords(length: number): Uint32Array {
  return new Uint32Array(new SharedArrayBuffer(length * Uint32Array.BYTES_PER_ELEMENT));
}
