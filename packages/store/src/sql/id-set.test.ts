import fc from "fast-check";
import { expect, it } from "vitest";
import { bytesOf, changed, common, hasId, idSet, idsOf, sizeOf, united } from "./id-set.js";

/** Few ids among many numbers are sorted, many are bits. */
const ids = fc.oneof(
  fc.array(fc.nat(100_000), { maxLength: 20 }),
  fc.array(fc.nat(300), { maxLength: 200 }),
  fc.array(fc.integer({ min: 2 ** 32 - 5, max: 2 ** 32 + 5 }), { maxLength: 5 }),
);
const inOrder = (all: Iterable<number>): number[] => [...new Set(all)].toSorted((one, other) => one - other);

it("has the ids that it was made of", () => {
  fc.assert(
    fc.property(ids, fc.array(fc.nat(400)), (all, others) => {
      const set = idSet(all);
      expect(idsOf(set)).toEqual(inOrder(all));
      expect(sizeOf(set)).toBe(new Set(all).size);
      for (const id of [...all, ...others]) expect(hasId(set, id)).toBe(all.includes(id));
    }),
  );
});

it("is intersected, without others, and united", () => {
  fc.assert(
    fc.property(ids, fc.array(ids, { maxLength: 2 }), fc.array(ids, { maxLength: 2 }), (first, all, none) => {
      const isCommon = (id: number): boolean =>
        all.every((set) => set.includes(id)) && !none.some((set) => set.includes(id));
      const found = common(
        [idSet(first), ...all.map((set) => idSet(set))],
        none.map((set) => idSet(set)),
      );
      expect(idsOf(found)).toEqual(inOrder(first.filter(isCommon)));
      expect(sizeOf(found)).toBe(idsOf(found).length);
      expect(idsOf(united([first, ...all].map((set) => idSet(set))))).toEqual(inOrder([first, ...all].flat()));
    }),
  );
});

it("of no sets is empty", () => {
  expect(idsOf(united([]))).toEqual([]);
});

it("is another set after changes", () => {
  fc.assert(
    fc.property(ids, fc.array(fc.tuple(fc.nat(1000), fc.boolean())), (all, changes) => {
      const before = idSet(all);
      const now = new Map(changes);
      const after = changed(before, now);
      expect(idsOf(before)).toEqual(inOrder(all));
      const added = [...now].filter(([, isIn]) => isIn).map(([id]) => id);
      expect(idsOf(after)).toEqual(inOrder([...all.filter((id) => !now.has(id)), ...added]));
      expect(sizeOf(after)).toBe(idsOf(after).length);
    }),
  );
});

it("takes at most a bit for each id that there may be, or four bytes for each that there is", () => {
  const every = Array.from({ length: 100_000 }, (_, id) => id);
  expect(bytesOf(idSet(every))).toBeLessThanOrEqual(12_504);
  expect(bytesOf(idSet(every.filter((id) => id % 1000 === 0)))).toBe(400);
});
