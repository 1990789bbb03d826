import { expect, it } from "vitest";
import type { Model } from "./model.js";
import { outgoingOf } from "./outgoing.js";

const metadata = { name: "a", uid: "u", version: 1, creationTimestamp: "2030-01-01T00:00:00.000Z" };
const model = (...indexes: readonly string[]): Model => ({
  group: "a.example.com",
  version: "v1",
  kind: "A",
  plural: "as",
  singular: "a",
  indexes: [],
  references: indexes.map((index) => ({ index, group: "b", version: "v1", kind: "B", onDelete: "none" })),
  schema: {},
  input: {},
  columns: undefined,
  hasStatusPath: false,
  hasHistory: false,
  deprecated: undefined,
});

it.each<[string, object, readonly string[]]>([
  ["spec.one", { one: "x" }, ["x"]],
  ["spec.many", { many: ["x", "y", "x"] }, ["x", "y"]],
  ["spec.byName", { byName: { first: "x", second: "y" } }, ["x", "y"]],
  ["spec.steps.owner", { steps: [{ owner: "x", name: "no" }, { name: "no" }, { owner: "y" }] }, ["x", "y"]],
  ["spec.steps.owner", { steps: { first: { owner: "x" }, second: { owner: ["y"] } } }, ["x", "y"]],
  ["spec.one", { one: null }, []],
  ["spec.one", { other: "x" }, []],
])("names what is at %s of %j", (index, spec, names) => {
  const found = outgoingOf(model(index), { metadata, spec });
  expect(found.flatMap((each) => each.names)).toEqual(names);
});
