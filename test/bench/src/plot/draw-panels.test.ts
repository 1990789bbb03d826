import { expect, it } from "vitest";
import { drawPanels } from "./draw-panels.js";
import { logScale } from "./log-scale.js";

it("places numbers by their logarithm between whole powers of ten", () => {
  const scale = logScale([20, 5000], 0, 300);
  expect(scale.decades).toEqual([10, 100, 1000, 10_000]);
  expect([10, 100, 10_000].map((value) => scale.place(value))).toEqual([0, 100, 300]);
});

it("has a decade also where all values are one", () => {
  expect(logScale([10], 0, 1).decades).toEqual([10, 100]);
});

const drawing = {
  title: "a < b",
  xName: "objects",
  printX: String,
  printY: String,
  panels: [
    {
      title: "One & all",
      lines: ["first", "second", "third"].map((name, place) => ({
        name,
        points: [[10, 1 + place / 1000] as const, [1000, 1 + place / 1000] as const],
      })),
    },
  ],
};

it("names each line at its end, and keeps names that would lie upon each other apart", () => {
  const svg = drawPanels(drawing);
  const places = ["first", "second", "third"].map((name) =>
    Number(new RegExp(`y="([\\d.]+)">${name}<`).exec(svg)?.[1]),
  );
  const [lowest = 0, middle = 0, highest = 0] = places;
  expect([lowest - middle, middle - highest].every((gap) => gap >= 12)).toBe(true);
});

it("writes text as text", () => {
  const svg = drawPanels(drawing);
  expect(svg).toContain("<title>a &lt; b</title>");
  expect(svg).toContain(">One &amp; all<");
});
