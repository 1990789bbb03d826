import { benchEntry } from "../data/bench-entry.js";
import { median } from "../measure/quantile.js";
import { pairedRatio } from "../measure/take-turns.js";
import { assertWritten } from "../store/write-scenarios.js";
import type { Asking } from "./asking.js";
import type { Cell } from "./matrix.js";
import type { MeasuredCell } from "./measured-cell.js";
import { assertSame } from "./open-lists.js";

const ROUNDS = 7;

/** Lists that were asked before, and then an object was given other values. */
export async function measureWritten(asking: Asking): Promise<readonly MeasuredCell[]> {
  const write = entryWriter(asking);
  const measured: MeasuredCell[] = [];
  for (const cell of asking.cells) measured.push(await measureCell(asking, cell, write));
  return measured;
}

async function measureCell({ lists, context }: Asking, cell: Cell, write: () => Promise<void>): Promise<MeasuredCell> {
  const best = await lists.bestProgram(cell);
  const plan = await lists.plan(cell);
  await lists.list(plan);
  const cmgen: number[] = [];
  const raw: number[] = [];
  const sides = [
    { took: cmgen, run: () => lists.list(plan) },
    { took: raw, run: () => best.run() },
  ];
  for (let round = 0; round < Math.min(context.rounds, ROUNDS); round += 1) {
    await write();
    for (const { took, run } of round % 2 === 0 ? sides : sides.toReversed()) {
      const start = performance.now();
      await run();
      took.push((performance.now() - start) / 1000);
    }
  }
  const items = assertSame(cell, await lists.list(plan), await best.run());
  await best.drop();
  return { cell, plan: best.plan, cmgen: median(cmgen), best: median(raw), ratio: pairedRatio(cmgen, raw), items };
}

/** Changes one object after another, all over the table. */
export function entryWriter({ lists, context, database: { size } }: Asking): () => Promise<void> {
  let count = 0;
  return async () => {
    count += 1;
    const number = ((count * 7919) % size) + 1;
    const stored = await lists.store.read(context.plugin.entries, benchEntry({ number, size }).name);
    if (stored === undefined) throw new Error(`There is no entry ${number}`);
    const changed = benchEntry({ number, size, version: stored.version + 1 });
    assertWritten(await lists.store.replace(context.plugin.entries, changed, stored.version));
  };
}
