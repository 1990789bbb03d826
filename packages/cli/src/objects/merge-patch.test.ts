import fc from "fast-check";
import { expect, test } from "vitest";

import { applyMergePatch, mergePatchBetween, overlapping, patchedPointers } from "./merge-patch.js";

/** JSON without `null`, which a merge patch cannot set, and without names that are no members of their own. */
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b", "c/d", "e~f", "constructor"), tie("value"), { noNullPrototype: true }),
  ),
}));
const object = fc.dictionary(fc.constantFrom("a", "b", "spec"), value, { noNullPrototype: true });

test("the patch between two objects makes one of the other, and says so of nothing else", () => {
  fc.assert(
    fc.property(object, object, (before, after) => {
      const patch = mergePatchBetween(before, after);
      expect(applyMergePatch(before, patch)).toEqual(after);
      expect(mergePatchBetween(after, after)).toEqual({});
    }),
  );
});

test.each([
  [{ a: { b: 1 } }, ["/a/b"]],
  [{ a: null, "b/c": { "d~e": [1] } }, ["/a", "/b~1c/d~0e"]],
  [{}, []],
])("%j patches %j", (patch, pointers) => {
  expect(patchedPointers(patch)).toEqual(pointers);
});

test.each([
  [["/a"], ["/a/b"], ["/a"]],
  [["/a/b"], ["/a"], ["/a/b"]],
  [["/a"], ["/ab"], []],
  [["/a/b", "/c"], ["/c"], ["/c"]],
])("of %j and %j, %j overlap", (one, other, both) => {
  expect(overlapping(one, other)).toEqual(both);
});
