import { hash } from "node:crypto";
import type { IndexValue } from "@cmgen/store";

/** Room for the hashes of a small table; it is doubled when it is full. */
const FIRST_ROOM = 1024;

/** Bytes of a hash that are kept: as many as a number holds exactly. */
const HASH_BYTES = 6;

/** Values of one unique index, as hashes: eight bytes a value, so that a million objects take eight megabytes. */
export class UniqueValues {
  #hashes = new Float64Array(FIRST_ROOM);
  #count = 0;

  add(value: IndexValue): void {
    if (this.#count === this.#hashes.length) {
      const larger = new Float64Array(2 * this.#count);
      larger.set(this.#hashes);
      this.#hashes = larger;
    }
    this.#hashes[this.#count] = hashOf(value);
    this.#count += 1;
  }

  /** What may be there more than once: different values seldom have one hash, so the values must be compared. */
  repeated(): RepeatedValues | undefined {
    const sorted = this.#hashes.subarray(0, this.#count).toSorted();
    const repeated = new Set(sorted.filter((hashed, at) => at > 0 && sorted[at - 1] === hashed));
    return repeated.size === 0 ? undefined : new RepeatedValues(repeated);
  }
}

/** Finds who has a value already, among values that may be there more than once. */
export class RepeatedValues {
  readonly #hashes: ReadonlySet<number>;
  readonly #owners = new Map<string, string>();

  constructor(hashes: ReadonlySet<number>) {
    this.#hashes = hashes;
  }

  /** The name of the first object that has the value; undefined where this one is the first. */
  ownerOf(value: IndexValue, object: string): string | undefined {
    if (!this.#hashes.has(hashOf(value))) return undefined;
    const key = keyOf(value);
    const owner = this.#owners.get(key);
    if (owner === undefined) this.#owners.set(key, object);
    return owner;
  }
}

function hashOf(value: IndexValue): number {
  return hash("sha1", keyOf(value), "buffer").readUIntBE(0, HASH_BYTES);
}

/** Values of an index are of one type, so that their text tells them apart. */
function keyOf(value: IndexValue): string {
  return String(value);
}
