import type { BenchContext } from "../bench-context.js";
import type { BenchDatabase } from "../databases/engine.js";
import type { Figure, Measurement } from "../measure/figure.js";
import { printAmount } from "../measure/print-figures.js";
import { drawPanels, type Line, type Panel } from "../plot/draw-panels.js";
import { compare } from "../store/compare.js";
import { firstTotal } from "../store/first-total.js";
import { openBenchStore } from "../store/open-bench-store.js";
import { firstByLabelAndField, readOne, stepByAge } from "../store/read-scenarios.js";
import { createOne } from "../store/write-scenarios.js";

const FIRST_PAGE = "20 by label and field, sorted";

/** How long the store takes by how many objects there are. */
export async function benchGrowth(context: BenchContext, database: BenchDatabase): Promise<readonly Figure[]> {
  const total = await firstTotal(context, database);
  const opened = await openBenchStore(database, context.plugin.items);
  try {
    const scenarios = [readOne(opened), firstByLabelAndField(opened), await stepByAge(opened), createOne(opened)];
    const measured: Measurement[] = [total];
    for (const scenario of scenarios) measured.push(await compare(context, scenario));
    return measured.map((measurement) => ({
      bench: "growth",
      database: database.engine,
      size: database.size,
      ...measurement,
    }));
  } finally {
    await opened.close();
  }
}

/** How many times as long the first page takes where there are most objects as where there are fewest: it is to be flat. */
export function flatness(figures: readonly Figure[]): readonly Figure[] {
  const pages = figures.filter(({ name }) => name === FIRST_PAGE).toSorted((left, right) => left.size - right.size);
  const [fewest, most] = [pages[0], pages.at(-1)];
  if (fewest === undefined || most === undefined || fewest === most) return [];
  const ends = [fewest, most].map(({ size, values }) => [size.toLocaleString("en"), values["cmgen"]] as const);
  const values = Object.fromEntries(ends.filter((end) => end[1] !== undefined)) as Figure["values"];
  const ratio = secondsOf(most) / secondsOf(fewest);
  return [{ ...most, name: `${FIRST_PAGE}: growth`, values, ratio, aim: { bound: "at most", amount: 1.5 } }];
}

/** Latency over size, a panel a database. */
export function plotGrowth(figures: readonly Figure[]): ReadonlyMap<string, string> {
  const panels = ["sqlite", "postgresql"].flatMap((engine): Panel[] => {
    const own = figures.filter(({ database }) => database === engine);
    const title = engine === "sqlite" ? "SQLite" : "PostgreSQL";
    return own.length === 0 ? [] : [{ title, lines: linesOf(own) }];
  });
  const drawing = drawPanels({
    title: "Latency of the store over the number of objects",
    xName: "objects",
    panels,
    printX: (value) => (value >= 1e6 ? `${value / 1e6} M` : `${value / 1e3} k`),
    printY: (value) => printAmount({ amount: value, unit: "seconds" }),
  });
  return new Map([["docs/images/growth.svg", drawing]]);
}

/** Names short enough for the end of a line. */
const shortNames: Readonly<Record<string, string>> = {
  "exact total, broad filter, first asked": "exact total, first",
  "create, five index rows": "create",
  [FIRST_PAGE]: "page 1 by 2 filters",
  "step by continue in the middle": "step by continue",
  "read one by name": "read one",
};

function linesOf(figures: readonly Figure[]): readonly Line[] {
  return Object.entries(shortNames).map(([name, short]) => {
    const own = figures.filter((figure) => figure.name === name).toSorted((left, right) => left.size - right.size);
    return { name: short, points: own.map((figure) => [figure.size, secondsOf(figure)] as const) };
  });
}

function secondsOf({ name, values }: Figure): number {
  const amount = values["cmgen"]?.amount;
  if (amount === undefined) throw new Error(`${name} was not measured`);
  return amount;
}
