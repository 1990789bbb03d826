import type { BenchDatabase } from "../databases/engine.js";
import { printTerms } from "../lists/matrix.js";
import { aimOf, geometricMean, type MeasuredCell } from "../lists/measured-cell.js";
import { seconds, times, type Figure } from "../measure/figure.js";

/** Of each selector and state the form that is farthest from its aim: its order, and whether with a total. And the mean of all. */
export function selectorFigures(
  { engine, size }: BenchDatabase,
  measured: readonly MeasuredCell[],
): readonly Figure[] {
  const place = { bench: "selectors", database: engine, size };
  const nameOf = ({ cell }: MeasuredCell): string => `${printTerms(cell).join()}; ${cell.state}`;
  const figures = [...new Set(measured.map(nameOf))].map((name): Figure => {
    const own = measured.filter((each) => nameOf(each) === name);
    const [worst] = own.toSorted((left, right) => right.ratio / aimOf(right) - left.ratio / aimOf(left));
    if (worst === undefined) throw new RangeError("A selector has cells");
    const { cell, plan, cmgen, best, ratio } = worst;
    const form = `by ${cell.sort.field.split(".")[1]}, ${cell.total ? "with" : "without"} total`;
    return {
      ...place,
      name: `${name}; ${form}; best: ${plan}`,
      values: { cmgen: seconds(cmgen), "by hand": seconds(best) },
      ratio,
      aim: { bound: "at most", amount: aimOf(worst) },
    };
  });
  return [...figures, { ...place, ...ofAll(measured) }];
}

function ofAll(measured: readonly MeasuredCell[]): Pick<Figure, "name" | "values" | "ratio"> {
  const above = measured.filter((each) => each.ratio > aimOf(each)).length;
  const values = { cells: times(measured.length), "above their aim": times(above) };
  return { name: "all cells", values, ratio: geometricMean(measured.map(({ ratio }) => ratio)) };
}
