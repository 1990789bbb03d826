import type { BenchDatabase } from "../databases/engine.js";
import { worstFigures } from "../lists/list-figures.js";
import type { State } from "../lists/matrix.js";
import { aimOf, geometricMean, type MeasuredCell } from "../lists/measured-cell.js";
import { seconds, times, type Figure } from "../measure/figure.js";
import { kinds, type Kind, type SelectorCell } from "./selector-cells.js";

type MeasuredSelector = MeasuredCell<SelectorCell>;

/** The means of each kind of selectors in each state; and the worst cells. */
export function selectorFigures(
  { engine, size }: BenchDatabase,
  measured: readonly MeasuredSelector[],
): readonly Figure[] {
  const place = { bench: "selectors", database: engine, size };
  const groups = kinds.flatMap((kind) =>
    (["cold", "asked before"] as const).flatMap((state) => groupFigures(kind, state, measured)),
  );
  return [...groups.map((figure) => ({ ...place, ...figure })), ...worstFigures(place, measured)];
}

function groupFigures(
  kind: Kind,
  state: State,
  measured: readonly MeasuredSelector[],
): readonly Pick<Figure, "name" | "values" | "ratio">[] {
  const own = measured.filter(({ cell }) => cell.kind === kind && cell.state === state);
  if (own.length === 0) return [];
  const values = {
    cells: times(own.length),
    "above their aim": times(own.filter((each) => each.ratio > aimOf(each)).length),
    "longest of cmgen": seconds(Math.max(...own.map(({ cmgen }) => cmgen))),
    "longest by hand": seconds(Math.max(...own.map(({ best }) => best))),
  };
  return [{ name: `${kind}, ${state}`, values, ratio: geometricMean(own.map(({ ratio }) => ratio)) }];
}
