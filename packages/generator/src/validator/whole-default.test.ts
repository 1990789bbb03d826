import { expect, test } from "vitest";

import { array, named, object, property, record, ref, scalar } from "../model/type-builders.test.fixture.js";
import { indexTypes } from "../schema/type-index.js";
import { wholeDefault } from "./whole-default.js";

const leaf = named("Leaf", object({ n: { type: scalar("integer"), default: 1 }, "m?": scalar("integer") }));
const loop = named("Loop", object({ next: { type: ref("Loop"), default: {} } }));
const index = indexTypes({ models: [], types: [leaf, loop] });

test("has the defaults inside it", () => {
  const type = object({
    leaf: { type: ref("Leaf"), default: {} },
    "list?": array(ref("Leaf")),
    "map?": record(ref("Leaf")),
  });
  expect(wholeDefault(property("a", { type, default: { list: [{}, { n: 2 }], map: { x: { m: 3 } } } }), index)).toEqual(
    {
      list: [{ n: 1 }, { n: 2 }],
      map: { x: { m: 3, n: 1 } },
      leaf: { n: 1 },
    },
  );
});

test("that calls for itself is refused", () => {
  expect(() => wholeDefault(property("a", { type: ref("Loop"), default: {} }), index)).toThrow(/would never end/);
});
