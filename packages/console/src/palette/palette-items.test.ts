import { describe, expect, it } from "vitest";
import type { Model } from "../api/model.js";
import { matching, objectSearchOf } from "./palette-items.js";

const items = ["Delete", "Edit", "New issue", "issues"].map((label) => ({ id: label, label, run: () => {} }));
const labels = (text: string): readonly string[] => matching(items, text).map(({ label }) => label);

describe("what is offered for a text", () => {
  it.each([
    ["", ["Delete", "Edit", "New issue", "issues"]],
    ["issue", ["issues", "New issue"]],
    ["iss ne", ["New issue"]],
    ["de", ["Delete"]],
    ["nothing", []],
  ])("%j", (text, wanted) => {
    expect(labels(text)).toEqual(wanted);
  });
});

const models = Array.from({ length: 20 }, (_, at): Model => ({
  group: "a.example.com",
  version: "v1",
  kind: `Kind${at}`,
  plural: `kinds${at}`,
  singular: `kind${at}`,
  indexes: [],
  references: [],
  schema: {},
  input: {},
  columns: undefined,
  hasStatusPath: false,
  hasHistory: false,
  deprecated: undefined,
}));

describe("which models are asked for objects", () => {
  it("at most eight, however many there are", () => {
    const search = objectSearchOf("ann", models);
    expect(search).toMatchObject({ sought: "ann", isCut: true });
    expect(search?.models).toHaveLength(8);
  });

  it("those whose name is in front", () => {
    expect(objectSearchOf("kinds17 A", models)).toMatchObject({ sought: "A", models: [models[17]], isCut: false });
  });

  it("all by words of a title, where no model is called like the first", () => {
    expect(objectSearchOf("Nothing ann", models)).toMatchObject({ sought: "Nothing ann", isCut: true });
    expect(objectSearchOf("kinds17 a  b", models)).toMatchObject({ sought: "a b", models: [models[17]] });
  });

  it.each(["", "a"])("none for %j", (text) => {
    expect(objectSearchOf(text, models)).toBeUndefined();
  });
});
