import type { BenchContext } from "../bench-context.js";
import type { BenchDatabase } from "../databases/engine.js";
import type { Asking } from "./asking.js";
import type { Figure } from "../measure/figure.js";
import { measureAsked } from "./measure-asked.js";
import { measureCold } from "./measure-cold.js";
import { measureWritten } from "./measure-written.js";
import { matrix, type State } from "./matrix.js";
import type { MeasuredCell } from "./measured-cell.js";
import { OpenLists } from "./open-lists.js";
import { sampleCells } from "./sample-cells.js";
import { listFigures } from "./list-figures.js";

const measures: Readonly<Record<State, (asking: Asking) => Promise<readonly MeasuredCell[]>>> = {
  "asked before": measureAsked,
  cold: measureCold,
  "after a write": measureWritten,
};

/** Lists of every form beside the best hand-written plan for each. */
export async function benchLists(context: BenchContext, database: BenchDatabase): Promise<readonly Figure[]> {
  const cells = sampleCells(matrix(database.size), context);
  const lists = await OpenLists.open({ model: context.plugin.entries }, database);
  const measured: MeasuredCell[] = [];
  try {
    for (const [state, measure] of Object.entries(measures)) {
      const own = cells.filter((cell) => cell.state === state);
      context.report(`… ${own.length} cells, ${state}`);
      measured.push(...(await measure({ context, database, lists, cells: own })));
    }
  } finally {
    await lists.close();
  }
  return listFigures(database, measured);
}
