import { planList } from "../../../../packages/runtime/dist/list/plan-list.js";
import { SCORES } from "../data/bench-entry.js";
import { median } from "../measure/quantile.js";
import { pairedRatio } from "../measure/take-turns.js";
import type { Asking } from "./asking.js";
import type { Program } from "./best-program.js";
import { printTerms, type Cell } from "./matrix.js";
import type { MeasuredCell } from "./measured-cell.js";
import type { OpenLists } from "./open-lists.js";

const ROUNDS = 3;

interface ColdCell<Asked extends Cell = Cell> {
  readonly cell: Asked;
  readonly best: Program;
  readonly cmgen: number[];
  readonly raw: number[];
  items: number;
}

/**
 * Lists whose terms nobody has asked for since the store was opened. Neither side has prepared the statements. Cells without a term in common
 * share an opened store.
 */
export async function measureCold<Asked extends Cell>({
  context,
  database,
  lists,
  cells,
}: Asking<Asked>): Promise<readonly MeasuredCell<Asked>[]> {
  const cold: ColdCell<Asked>[] = [];
  for (const cell of cells) {
    const best = await lists.bestProgram(cell);
    await best.drop();
    cold.push({ cell, best, cmgen: [], raw: [], items: 0 });
  }
  for (let round = 0; round < Math.min(context.rounds, ROUNDS); round += 1) {
    for (const batch of apart(cold)) {
      await lists.reopen();
      await warmUp({ context, database, lists, cells });
      for (const each of batch) await askOnce(lists, each, round);
    }
  }
  return cold.map(({ cell, best, cmgen, raw, items }) => ({
    cell,
    plan: best.plan,
    cmgen: median(cmgen),
    best: median(raw),
    ratio: pairedRatio(cmgen, raw),
    items,
  }));
}

async function askOnce(lists: OpenLists, each: ColdCell, round: number): Promise<void> {
  const { cell, best, cmgen, raw } = each;
  const plan = await lists.plan(cell);
  const byHand = lists.program(best.parts);
  const sides = [
    { took: cmgen, run: () => lists.list(plan) },
    { took: raw, run: () => byHand.run() },
  ];
  for (const { took, run } of round % 2 === 0 ? sides : sides.toReversed()) {
    const start = performance.now();
    const answer = await run();
    took.push((performance.now() - start) / 1000);
    if (Array.isArray(answer.items)) each.items = answer.items.length;
  }
  await byHand.drop();
}

/** Batches of cells without a term in common. */
function apart(cells: readonly ColdCell[]): readonly (readonly ColdCell[])[] {
  const batches: { readonly cells: ColdCell[]; readonly terms: Set<string> }[] = [];
  for (const each of cells) {
    const terms = printTerms(each.cell);
    // What has no terms is counted once by all that come after it.
    const keys = terms.length === 0 ? ["all"] : terms;
    let batch = batches.find((one) => keys.every((key) => !one.terms.has(key)));
    if (batch === undefined) batches.push((batch = { cells: [], terms: new Set() }));
    batch.cells.push(each);
    for (const key of keys) batch.terms.add(key);
  }
  return batches.map((batch) => batch.cells);
}

const WARM_UP = 40;

/**
 * In a service that has run for a while threads run, connections are open and code is compiled. So lists of other terms are asked first: some
 * that are short, and some that take long, all objects of a filter among them, some of which the store reads in threads of their own.
 */
export async function warmUp({ context, lists }: Asking): Promise<void> {
  const ask = (query: string): ReturnType<OpenLists["list"]> =>
    lists.list(planList(lists.model, new URLSearchParams(query)));
  for (let count = 0; count < Math.min(WARM_UP, context.rounds); count += 1) {
    const least = SCORES * (1 - 0.002 * (1 + (count % 20))) + count / 1000;
    const total = count % 2 === 0 ? "exact" : "none";
    await ask(`fieldSelector=spec.score>=${least}&sort=spec.age&page=${(count % 3) + 1}&size=20&total=${total}`);
  }
  for (let count = 0; count < 3; count += 1) {
    await ask(`fieldSelector=spec.score>=${SCORES / 3 + count}&sort=spec.age&page=50&size=20`);
    const { items } = await ask(`fieldSelector=spec.score<${SCORES / 1000 + count}&total=none`);
    if ("batches" in items) for await (const _ of items.batches());
    // With so many filters a list is not tried on the thread that serves.
    const filters = Array.from({ length: 7 }, (_, place) => `spec.score>=${SCORES * 0.9 + count * 7 + place}`);
    await ask(`fieldSelector=${filters.join()}&sort=spec.age&page=2&size=20`);
  }
}
