import { expect, it } from "vitest";
import { meetsAim, seconds, type Aim, type Figure } from "./figure.js";
import { printAmount, printFigures } from "./print-figures.js";

const place = { bench: "store", database: "sqlite", size: 10_000 } as const;

it("prints a table for each place, with what was aimed at and whether it was met", () => {
  const figures: Figure[] = [
    { ...place, name: "read", values: { cmgen: seconds(0.000_012_34), raw: seconds(0.000_01) }, ratio: 1.234 },
    { ...place, name: "list", values: { cmgen: seconds(2) }, ratio: 2, aim: { bound: "at most", amount: 1.5 } },
    { ...place, size: 20, name: "list", values: { memory: { amount: 140, unit: "MB" } }, aim: memoryAim },
  ];
  expect(printFigures(figures)).toBe(`store: SQLite, 10,000 objects

|      |   cmgen |   raw | ratio |         aim |        |
| ---- | ------: | ----: | ----: | ----------: | -----: |
| read | 12.3 µs | 10 µs |  1.23 |             |        |
| list |     2 s |       |  2.00 | at most 1.5 | missed |

store: SQLite, 20 objects

|      | memory | ratio |            aim |     |
| ---- | -----: | ----: | -------------: | --: |
| list | 140 MB |       | at most 150 MB | met |
`);
});

it("prints what would end a cell of a table so that it does not", () => {
  expect(printFigures([{ ...place, name: "(a=1|b=2)", values: { cmgen: seconds(1) } }])).toContain("| (a=1\\|b=2) |");
});

const memoryAim: Aim = { bound: "at most", amount: 150, of: "memory" };

it.each([
  [seconds(0.05), "50 ms"],
  [seconds(0.000_000_5), "0.5 µs"],
  [{ amount: 12_345.6, unit: "a second" }, "12,346/s"],
  [{ amount: 0.546, unit: "times" }, "0.546"],
  [{ amount: 329.6, unit: "bytes" }, "330 bytes"],
] as const)("prints %j as %s", (amount, printed) => {
  expect(printAmount(amount)).toBe(printed);
});

it("holds a figure to its aim at the bound itself", () => {
  const figure = (ratio: number, bound: Aim["bound"]): Figure => ({
    ...place,
    name: "x",
    values: {},
    ratio,
    aim: { bound, amount: 0.6 },
  });
  expect([0.59, 0.6, 0.61].map((ratio) => meetsAim(figure(ratio, "at least")))).toEqual([false, true, true]);
  expect([0.59, 0.6, 0.61].map((ratio) => meetsAim(figure(ratio, "at most")))).toEqual([true, true, false]);
});

it("refuses an aim about what was not measured", () => {
  expect(() => meetsAim({ ...place, name: "x", values: {}, aim: memoryAim })).toThrow("memory, which was not measured");
});
