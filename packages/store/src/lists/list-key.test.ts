import { describe, expect, it } from "vitest";
import type { FieldFilter, LabelFilter } from "../list-plan.js";
import { selectionKey } from "./list-key.js";

describe("selectionKey", () => {
  const size = { in: "object", column: "size", type: "int64" } as const;
  const title = { in: "object", column: "title", type: "string" } as const;
  const filters: readonly (FieldFilter | LabelFilter)[] = [
    { test: "in", field: title, values: ["a", "b"] },
    { test: "in", field: title, values: ["a b"] },
    { test: "in", field: title, values: ['a" "b'] },
    { test: "notIn", field: title, values: ["a", "b"] },
    { test: "in", field: { ...title, in: "values", table: "title" }, values: ["a", "b"] },
    { test: "startsWith", field: title, prefix: "a" },
    { test: "absent", field: title },
    { test: "exists", field: title },
    { test: "in", key: "title", values: ["a", "b"] },
    { test: "in", key: 'title" in "a"', values: ["b"] },
    { test: "absent", key: "title" },
    { test: ">", field: size, value: 1 },
    { test: ">=", field: size, value: 1 },
    { test: ">", field: size, value: 1n },
    { test: ">", field: size, value: "1" },
  ];

  it("is another for each filter, and for each two filters in turn", () => {
    const lists = [
      [],
      ...filters.map((one) => [one]),
      ...filters.flatMap((one) => filters.map((other) => [one, other])),
    ];
    expect(new Set(lists.map((list) => selectionKey("t", list))).size).toBe(lists.length);
  });
});
