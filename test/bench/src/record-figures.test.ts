import { expect, it } from "vitest";
import { seconds, type Figure } from "./measure/figure.js";
import { pageWithFigures } from "./record-figures.js";

const figure: Figure = {
  bench: "http",
  database: "postgresql",
  size: 1000,
  name: "read",
  values: { cmgen: seconds(1) },
};

const page = "a\n<!-- figures: store -->\nold\n<!-- end -->\nb\n<!-- figures: http -->\nold\n<!-- end -->\nc\n";

it("puts tables of a bench in the place of its last ones, and leaves the rest", () => {
  const [before, table] = pageWithFigures(page, [figure]).split("<!-- figures: http -->");
  expect(before).toBe("a\n<!-- figures: store -->\nold\n<!-- end -->\nb\n");
  expect(table).toMatch(/^\n\n\*\*PostgreSQL, 1,000 objects\*\*\n\n\|[^]+\| read +\|[^]+\n<!-- end -->\nc\n$/);
  expect(table).not.toContain("old");
});

it("does the same again with the same figures", () => {
  const once = pageWithFigures(page, [figure]);
  expect(pageWithFigures(once, [figure])).toBe(once);
});

it("refuses a page without a place for them", () => {
  expect(() => pageWithFigures(page, [{ ...figure, bench: "load" }])).toThrow("no place for the figures of load");
});
