import { describe, expect, it } from "vitest";
import type { FieldFilter, LabelFilter, ListPlan } from "../list-plan.js";
import { defaultTuning } from "../list-tuning.js";
import { sqliteDialect } from "../sql/dialect.js";
import { noCatalog } from "../sql/index-catalog.js";
import { creationOrder } from "../sql/system-columns.js";
import { BoundList, type ListContext } from "./bound-list.js";
import { everything } from "./selection.js";
import { shapeCache } from "./shape-cache.js";

const context: ListContext = {
  dialect: sqliteDialect,
  catalog: noCatalog,
  shapes: shapeCache(),
  tuning: defaultTuning,
};
const tables = { group: "g", plural: "things", table: "g_things", labelTable: "g_things_labels" };

const size = (value: number): FieldFilter => ({
  test: ">=",
  field: { in: "object", column: "x_size", type: "number" },
  value,
});
const red: FieldFilter = { test: "in", field: { in: "object", column: "x_color", type: "string" }, values: ["red"] };
const even: LabelFilter = { test: "in", key: "even", values: ["yes"] };

function listOf(fields: readonly FieldFilter[], labels: readonly LabelFilter[] = []): BoundList {
  const plan: ListPlan = {
    fields,
    labels,
    sort: [{ field: creationOrder, descending: false }],
    window: { by: "page", page: 1, size: 20 },
    total: true,
  };
  return new BoundList(context, tables, plan);
}

describe("lists with a filter in common", () => {
  const one = listOf([size(1)]);
  const other = listOf([red, size(2)], [even]);
  it("have the same statement for its ids, each with its own value", () => {
    const [first, second] = [one, other].flatMap((list) =>
      list.filters.filter(({ filter }) => filter.test === ">=").map((filter) => list.ids(filter)),
    );
    expect(first?.shape).toBe(second?.shape);
    expect([first?.values, second?.values]).toEqual([[1], [2]]);
  });

  it("have the same statement for the rows of what they are known to select", () => {
    const selection = everything({ revision: 1, size: 9 }, 9);
    const window = { segments: [], offset: 0, limit: 20 };
    const access = { by: "selection", selection } as const;
    const [first, second] = [one, other].map((list) => list.rows(access, window));
    expect(first?.shape).toBe(second?.shape);
  });

  it("have statements of their own where all filters count", () => {
    const window = { segments: [], offset: 0, limit: 20 };
    expect(one.rows({ by: "walk" }, window).shape.sql).not.toBe(other.rows({ by: "walk" }, window).shape.sql);
    expect(one.changes(1).shape.sql).not.toBe(other.changes(1).shape.sql);
  });
});
