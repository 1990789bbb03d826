import { median } from "../measure/quantile.js";
import { pairedRatio, takeTurns, type Turns } from "../measure/take-turns.js";
import type { Asking } from "./asking.js";
import type { Cell } from "./matrix.js";
import type { MeasuredCell } from "./measured-cell.js";
import { assertSame } from "./open-lists.js";

/** A cell's rounds end after so many seconds, if there were three of them. */
const SECONDS = 0.12;
/** Code that has run for a moment is compiled. */
const WARM_UP_SECONDS = 2;

/** Lists that were asked before, and nothing has changed. */
export async function measureAsked<Asked extends Cell>(asking: Asking<Asked>): Promise<readonly MeasuredCell<Asked>[]> {
  const { context, cells } = asking;
  const measured: MeasuredCell<Asked>[] = [];
  const warmUntil = performance.now() + (context.rounds < 10 ? 0 : WARM_UP_SECONDS * 1000);
  for (let place = 0; performance.now() < warmUntil && cells.length > 0; place += 1) {
    const cell = cells[place % cells.length];
    if (cell !== undefined) await measureCell(asking, cell, { rounds: 20, seconds: 0.02 });
  }
  for (const cell of cells)
    measured.push(await measureCell(asking, cell, { rounds: context.rounds, warmUp: 2, seconds: SECONDS }));
  return measured;
}

async function measureCell<Asked extends Cell>(
  { lists }: Asking,
  cell: Asked,
  turns: Turns,
): Promise<MeasuredCell<Asked>> {
  const best = await lists.bestProgram(cell);
  const plan = await lists.plan(cell);
  const items = assertSame(cell, await lists.list(plan), await best.run());
  const { cmgen, raw } = await takeTurns({ cmgen: () => lists.list(plan), raw: () => best.run() }, turns);
  await best.drop();
  return { cell, plan: best.plan, cmgen: median(cmgen), best: median(raw), ratio: pairedRatio(cmgen, raw), items };
}
