import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Bitmap, countAny, countCommon } from "./bitmap.js";

const numbers = fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 80 });

function bitmapOf(members: Iterable<number>): Bitmap {
  const bitmap = new Bitmap(10);
  for (const member of members) bitmap.add(member);
  return bitmap;
}

describe("Bitmap", () => {
  it("holds what was added and not deleted since", () => {
    fc.assert(
      fc.property(numbers, numbers, (added, deleted) => {
        const bitmap = bitmapOf(added);
        const expected = new Set(added);
        for (const number of deleted) {
          bitmap.delete(number);
          expected.delete(number);
        }
        for (let number = 0; number <= 310; number += 1) expect(bitmap.has(number)).toBe(expected.has(number));
      }),
    );
  });

  it("counts what sets have in common, and what is in any of them", () => {
    fc.assert(
      fc.property(
        fc.array(numbers, { minLength: 1, maxLength: 3 }),
        fc.array(numbers, { maxLength: 2 }),
        (all, none) => {
          const universe = Array.from({ length: 301 }, (_, number) => number);
          const common = universe.filter(
            (number) => all.every((set) => set.includes(number)) && !none.some((set) => set.includes(number)),
          );
          const [first, ...rest] = all.map(bitmapOf);
          expect(countCommon([first!, ...rest], none.map(bitmapOf))).toBe(common.length);
          expect(countAny(all.map(bitmapOf))).toBe(new Set(all.flat()).size);
        },
      ),
    );
    expect(countAny([])).toBe(0);
  });
});
