import { expect, it } from "vitest";
import type { ModelIndex } from "../../api/model.js";
import { figuresOf, groupNames, readFigures } from "./figures.js";
import { searchOfGroup } from "./group-filter.js";

const index = (name: string, more: Partial<ModelIndex> = {}): ModelIndex => ({
  name,
  type: "string",
  values: undefined,
  isMulti: false,
  isSearch: false,
  isDescending: false,
  ...more,
});
const indexes = [
  index("spec.state"),
  index("spec.age", { type: "integer" }),
  index("spec.due", { type: "timestamp" }),
  index("spec.tags", { isMulti: true }),
  index("spec.text.words", { isMulti: true, isSearch: true }),
];

it.each([
  ["spec.state", "open", undefined, "spec.state=open"],
  ["spec.state", "a,b=c", undefined, 'spec.state="a,b=c"'],
  ["spec.state", null, undefined, "!spec.state"],
  ["spec.age", 41, "spec.age>=18,spec.state=open", "spec.age=41,spec.state=open"],
  ["spec.tags", "chess", "spec.tags=go", "spec.tags=go,spec.tags=chess"],
  ["spec.text.words", "roof", undefined, "spec.text.words contains roof"],
  ["day(spec.due)", "2030-01-31", undefined, "spec.due>=2030-01-31T00:00:00.000Z,spec.due<2030-02-01T00:00:00.000Z"],
  ["month(spec.due)", "2030-12", undefined, "spec.due>=2030-12-01T00:00:00.000Z,spec.due<2031-01-01T00:00:00.000Z"],
])("of the group %s %s the list is selected by %s and it: %s", (group, value, select, expected) => {
  const search = { group, page: 3, ...(select !== undefined && { select }) };
  expect(searchOfGroup(search, indexes, value)).toEqual({ group, select: expected });
});

it("offers what the API computes, and reads it back", () => {
  expect(groupNames(indexes)).toContain("month(spec.due)");
  const offered = figuresOf(indexes).map(({ of, index: name }) => `${of}(${name})`);
  expect(offered).toEqual([
    "min(spec.state)",
    "max(spec.state)",
    "distinct(spec.state)",
    "sum(spec.age)",
    "min(spec.age)",
    "max(spec.age)",
    "avg(spec.age)",
    "distinct(spec.age)",
    "min(spec.due)",
    "max(spec.due)",
    "distinct(spec.due)",
  ]);
  expect(readFigures(offered.join(","))).toEqual(figuresOf(indexes));
  expect(readFigures("median(spec.age),sum(),count")).toEqual([]);
});
