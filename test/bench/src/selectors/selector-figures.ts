import type { BenchDatabase } from "../databases/engine.js";
import { printTerms, type State } from "../lists/matrix.js";
import { aimOf, geometricMean, type MeasuredCell } from "../lists/measured-cell.js";
import { seconds, times, type Figure } from "../measure/figure.js";
import { kinds, type Kind, type SelectorCell } from "./selector-cells.js";

type MeasuredSelector = MeasuredCell<SelectorCell>;

/** The means of each kind of selectors and state; and of each selector and state the form that is farthest from its aim, with the best plan for it. */
export function selectorFigures(
  { engine, size }: BenchDatabase,
  measured: readonly MeasuredSelector[],
): readonly Figure[] {
  const place = { database: engine, size };
  const groups = kinds.flatMap((kind) =>
    (["cold", "asked before"] as const).map((state) => groupFigure(kind, state, measured)),
  );
  const names = [...new Set(measured.map(nameOf))];
  return [
    ...groups.flat().map((figure) => ({ bench: "selectors", ...place, ...figure })),
    ...names.map((name) => ({ bench: "selectors, each", ...place, ...worstFigure(name, measured) })),
  ];
}

type Measured = Pick<Figure, "name" | "values" | "ratio" | "aim">;

function groupFigure(kind: Kind, state: State, measured: readonly MeasuredSelector[]): readonly Measured[] {
  const own = measured.filter(({ cell }) => cell.kind === kind && cell.state === state);
  if (own.length === 0) return [];
  const ratios = own.map(({ ratio }) => ratio);
  const values = {
    cells: times(own.length),
    "above their aim": times(own.filter((each) => each.ratio > aimOf(each)).length),
    "longest of cmgen": seconds(Math.max(...own.map(({ cmgen }) => cmgen))),
    "longest by hand": seconds(Math.max(...own.map(({ best }) => best))),
  };
  return [{ name: `${kind}, ${state}`, values, ratio: geometricMean(ratios) }];
}

function nameOf({ cell }: MeasuredSelector): string {
  return `${printTerms(cell).join()}; ${cell.state}`;
}

function worstFigure(name: string, measured: readonly MeasuredSelector[]): Measured {
  const [worst] = measured
    .filter((each) => nameOf(each) === name)
    .toSorted((left, right) => right.ratio / aimOf(right) - left.ratio / aimOf(left));
  if (worst === undefined) throw new RangeError("A selector has cells");
  const { cell, plan, cmgen, best, ratio } = worst;
  const form = `by ${cell.sort.field}, ${cell.total ? "with" : "without"} total`;
  return {
    name: `${name}; ${form}; best: ${plan}`,
    values: { cmgen: seconds(cmgen), "by hand": seconds(best) },
    ratio,
    aim: { bound: "at most", amount: aimOf(worst) },
  };
}
