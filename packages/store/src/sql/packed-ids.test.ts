import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { idsOf } from "./id-set.js";
import { readIdText, readIdWords } from "./packed-ids.js";

/** Few ids, many that are close together, and ids that are far apart. */
const ids = fc.oneof(
  fc.uniqueArray(fc.oneof(fc.nat(300), fc.integer({ min: 2 ** 31 - 70, max: 2 ** 40 })), { maxLength: 200 }),
  fc.uniqueArray(fc.nat(2000), { minLength: 100, maxLength: 400 }),
);

const inOrder = (all: Iterable<number>): number[] => [...all].toSorted((one, other) => one - other);

/** What PostgreSQL sends for ids. */
function wordsOf(all: readonly number[]): Buffer {
  const words = new Map<bigint, bigint>();
  for (const id of all.map(BigInt)) words.set(id >> 6n, (words.get(id >> 6n) ?? 0n) | (1n << (id & 63n)));
  const bytes = Buffer.alloc(words.size * 16);
  for (const [at, [place, bits]] of [...words].entries()) {
    bytes.writeBigInt64BE(place, at * 16);
    bytes.writeBigUInt64BE(bits, at * 16 + 8);
  }
  return bytes;
}

describe("reads ids", () => {
  it("of a text, in which they may occur twice", () => {
    fc.assert(
      fc.property(ids, (all) => {
        const found = readIdText(Buffer.from([...all, ...all.slice(0, 3)].join()));
        expect(idsOf(found)).toEqual(inOrder(all));
      }),
    );
  });

  it("of words in any order", () => {
    fc.assert(
      fc.property(ids, (all) => {
        expect(idsOf(readIdWords(wordsOf(all)))).toEqual(inOrder(all));
      }),
    );
  });

  it("of one row and of a table without rows", () => {
    expect(idsOf(readIdText(Buffer.from("7")))).toEqual([7]);
    expect(idsOf(readIdText(Buffer.alloc(0)))).toEqual([]);
    expect(idsOf(readIdWords(Buffer.alloc(0)))).toEqual([]);
  });

  it("in the form that takes less memory", () => {
    const every = (step: number): Buffer => Buffer.from(Array.from({ length: 500 }, (_, id) => id * step).join());
    const forms = [1, 20, 40, 1000].map((step) => readIdText(every(step)).form);
    expect(forms).toEqual(["bits", "bits", "sorted", "sorted"]);
  });
});
