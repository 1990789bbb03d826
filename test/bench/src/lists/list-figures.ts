import type { BenchDatabase } from "../databases/engine.js";
import { seconds, times, type Aim, type Figure, type Measurement } from "../measure/figure.js";
import { printList, states, windows } from "./matrix.js";
import { aimOf, geometricMean, type MeasuredCell } from "./measured-cell.js";
import { matches } from "./selections.js";
import { termTypes } from "./term.js";

const WORST = 10;

/** The geometric means of the ratios, of all cells and of those that have something in common; and the worst cells, each with the best plan for it. */
export function listFigures({ engine, size }: BenchDatabase, measured: readonly MeasuredCell[]): readonly Figure[] {
  const place = { bench: "lists", database: engine, size };
  return [...groups(measured).map((figure) => ({ ...place, ...figure })), ...worstFigures(place, measured)];
}

/** The cells that are farthest from their aims, each with the best plan for it. */
export function worstFigures(
  { bench, ...place }: Pick<Figure, "bench" | "database" | "size">,
  measured: readonly MeasuredCell[],
): readonly Figure[] {
  const worst = measured.toSorted((left, right) => right.ratio / aimOf(right) - left.ratio / aimOf(left));
  return worst.slice(0, WORST).map((each) => ({ bench: `${bench}, worst cells`, ...place, ...cellFigure(each) }));
}

function groups(measured: readonly MeasuredCell[]): readonly Measurement[] {
  const named = (name: string, holds: (each: MeasuredCell) => boolean): Measurement => ({
    ...groupFigure(name, measured.filter(holds)),
  });
  const all = named("all cells", () => true);
  const parts = [
    ...states.map((state) => named(state, ({ cell }) => cell.state === state)),
    ...matches.map((match) => named(`match ${match}`, ({ cell }) => cell.match === match)),
    ...[0, 1, 2, 3].map((count) => named(`terms: ${count}`, ({ cell }) => cell.terms.length === count)),
    ...termTypes.map((type) => named(`with ${type}`, ({ cell }) => cell.terms.some((term) => term.type === type))),
    ...windows.map((window) => named(window, ({ cell }) => cell.window === window)),
    named("have objects", ({ items }) => items > 0),
    named("have none", ({ items }) => items === 0),
    named("with total", ({ cell }) => cell.total),
    named("without total", ({ cell }) => !cell.total),
  ];
  return [{ ...all, aim: MEAN }, ...parts].filter(({ ratio }) => ratio !== undefined);
}

const MEAN: Aim = { bound: "at most", amount: 1 };

function groupFigure(name: string, cells: readonly MeasuredCell[]): Measurement {
  if (cells.length === 0) return { name, values: {} };
  const ratios = cells.map(({ ratio }) => ratio);
  const above = cells.filter((cell) => cell.ratio > aimOf(cell)).length;
  const values = {
    cells: times(cells.length),
    "above their aim": times(above),
    "worst ratio": times(Math.max(...ratios)),
  };
  return { name, values, ratio: geometricMean(ratios) };
}

function cellFigure(measured: MeasuredCell): Measurement {
  const { cell, plan, cmgen, best, ratio } = measured;
  return {
    name: `${printList(cell)}; ${cell.state}; best: ${plan}`,
    values: { cmgen: seconds(cmgen), "by hand": seconds(best) },
    ratio,
    aim: { bound: "at most", amount: aimOf(measured) },
  };
}
