import { expect, test } from "vitest";

import {
  array,
  literal,
  named,
  object,
  project,
  property,
  ref,
  scalar,
  string,
  tagged,
} from "../model/type-builders.test.fixture.js";
import type { Json, Type } from "../model/type.js";
import { createValueChecker } from "./value-checker.js";

const leaf = named("Leaf", object({ n: { type: scalar("integer"), default: 1 }, "next?": ref("Leaf") }));
const loop = named("Loop", object({ next: { type: ref("Loop"), default: {} } }));
const values = createValueChecker(project([], [leaf, loop]));

test.each<[Type, Json, string]>([
  [string(), 5, "it must be a string"],
  [string({ maxLength: 3 }), "abcd", "it must have at most 3 characters"],
  [scalar("int64"), "9223372036854775808", "it must be of the format int64"],
  [ref("Leaf"), { next: { next: { n: "1" } } }, "`next.next.n` must be a whole number"],
  [array(object({ "a-b": string() })), [{ "a-b": "x" }, { "a-b": 1 }], '`[1]["a-b"]` must be a string'],
  [object({ a: string() }), { b: 1 }, "`a` is required; `b` is not a known field"],
  [array(string()), [1, 2, 3, 4], "`[0]` must be a string; `[1]` must be a string; `[2]` must be a string"],
  [
    tagged("type", object({ type: literal("a"), n: string() }), object({ type: literal("b"), n: scalar("number") })),
    { type: "b", n: "x" },
    "`n` must be a number",
  ],
])("%o does not take %j: %s", (type, value, problem) => {
  expect(values.misfit(value, type)).toBe(problem);
});

test("what has a default may be left out", () => {
  expect(values.misfit({ next: { next: {} } }, ref("Leaf"))).toBeUndefined();
});

test("a default is checked with what the property says beside its type", () => {
  const ports = property("ports", {
    type: array(object({ name: string() })),
    listKey: "name",
    default: [{ name: "a" }, { name: "a" }],
  });
  expect(values.defaultMisfit(ports)).toBe('`[1]` must not have the same "name" as item 0');
});

test("a default that calls for itself is refused", () => {
  const endless = property("loop", { type: ref("Loop"), default: {} });
  expect(values.defaultMisfit(endless)).toBe("it calls for itself and would never end");
});
