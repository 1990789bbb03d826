import fc from "fast-check";
import { expect, it } from "vitest";
import { readIdText, readIdWords } from "./packed-ids.js";

const ids = fc.uniqueArray(fc.oneof(fc.nat(300), fc.integer({ min: 2 ** 32 - 70, max: 2 ** 40 })), { maxLength: 200 });

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

it("reads the ids of a text and of words", () => {
  fc.assert(
    fc.property(ids, (all) => {
      expect([...readIdText(Buffer.from(all.join()))]).toEqual(all);
      const inOrder = [...readIdWords(wordsOf(all))].toSorted((one, other) => one - other);
      expect(inOrder).toEqual(all.toSorted((one, other) => one - other));
    }),
  );
});
