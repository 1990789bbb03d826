import { expect, it } from "vitest";
import type { Model, ModelReference } from "../../api/model.js";
import type { ServedObject } from "../../api/objects.js";
import { referringFirst } from "./referring-first.js";

const reference = (index: string, kind: string): ModelReference => ({
  index,
  group: "a.example.com",
  version: "v1",
  kind,
  onDelete: "clear",
});
const model: Model = {
  group: "a.example.com",
  version: "v1",
  kind: "A",
  plural: "as",
  singular: "a",
  indexes: [],
  references: [reference("spec.after", "A"), reference("spec.other", "B")],
  schema: {},
  input: {},
  columns: undefined,
  hasStatusPath: false,
  hasHistory: false,
  deprecated: undefined,
};
const object = (name: string, ...after: readonly string[]): ServedObject => ({
  metadata: { name, uid: name, version: 1, creationTimestamp: "2030-01-01T00:00:00.000Z" },
  spec: { after, other: "a" },
});
const order = (...objects: readonly ServedObject[]): string =>
  referringFirst(model, objects)
    .map(({ metadata }) => metadata.name)
    .join("");

it("puts what refers to another one before it, and leaves all others where they are", () => {
  expect(order(object("a"), object("b"), object("c"))).toBe("abc");
  expect(order(object("a"), object("b", "a"), object("c"))).toBe("bac");
  expect(order(object("a"), object("b", "a"), object("c", "b", "x"))).toBe("cba");
  expect(order(object("c", "b"), object("b", "a"), object("a"))).toBe("cba");
});

it("has each of a circle once", () => {
  expect(order(object("a", "b"), object("b", "a"), object("c", "c"))).toMatch(/^(?:ab|ba)c$/);
});
