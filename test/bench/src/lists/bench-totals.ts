import { planList } from "../../../../packages/runtime/dist/list/plan-list.js";
import type { ListPlan } from "../../../../packages/store/dist/list-plan.js";
import type { BenchContext } from "../bench-context.js";
import { entryLabels } from "../data/bench-entry.js";
import type { BenchDatabase } from "../databases/engine.js";
import { megabytes, seconds, times, type Aim, type Figure, type Measurement } from "../measure/figure.js";
import { median } from "../measure/quantile.js";
import { pairedRatio, takeTurns } from "../measure/take-turns.js";
import { startChild } from "../processes/child.js";
import type { Asking } from "./asking.js";
import { countStatements } from "./count-statements.js";
import { warmUp } from "./measure-cold.js";
import { entryWriter } from "./measure-written.js";
import { OpenLists } from "./open-lists.js";
import { printTerm, type Term } from "./term.js";
import type { TotalsAnswer, TotalsRequest } from "./totals-child.js";

const tier: Term = { type: "label", on: "label", key: entryLabels.tier, test: "in", values: ["a"], share: 0.45 };
const age: Term = { type: "range", on: "field", key: "spec.age", test: ">=", values: [75], share: 0.5 };
const group: Term = { type: "equality", on: "field", key: "spec.group", test: "in", values: ["b"], share: 0.2 };

const filters: readonly { readonly name: string; readonly terms: readonly Term[] }[] = [
  { name: "one broad term", terms: [tier] },
  { name: "two broad terms", terms: [tier, age] },
  { name: "three broad terms", terms: [tier, age, group] },
];

const ROUNDS = 5;
/** Objects from which on there are aims. */
const MANY = 1_000_000;

interface Counted {
  readonly cmgen: number[];
  readonly raw: number[];
}

/** Exact totals of broad filters beside the database's own count, and the memory that a process takes for many of them. */
export async function benchTotals(context: BenchContext, database: BenchDatabase): Promise<readonly Figure[]> {
  const lists = await OpenLists.open({ model: context.plugin.entries }, database);
  const place = { bench: "totals", database: database.engine, size: database.size };
  const asking = { context, database, lists, cells: [] };
  const totals = await closing(lists, () => measureTotals(asking));
  // Another process asks, to which an SQLite file then belongs.
  return [...totals, await memory(asking)].map((figure) => ({ ...place, ...figure }));
}

async function closing<Result>(lists: OpenLists, use: () => Promise<Result>): Promise<Result> {
  try {
    return await use();
  } finally {
    await lists.close();
  }
}

async function measureTotals(asking: Asking): Promise<readonly Measurement[]> {
  const write = entryWriter(asking);
  const figures: Measurement[] = [];
  for (const { name, terms } of filters) {
    const first = await eachRound(asking, async () => {
      await asking.lists.reopen();
      await warmUp(asking);
      return asked(asking.lists, terms);
    });
    // For the first time another thread reads the ids. The thread that serves asks for the page when it is asked again.
    await asking.lists.list(totalPlan(asking.lists, terms));
    const again = await eachRound(asking, () => asked(asking.lists, terms));
    const written = await eachRound(asking, async () => {
      await write();
      return asked(asking.lists, terms);
    });
    const isLarge = asking.database.size >= MANY;
    const aim = (bound: Aim): { readonly aim?: Aim } => (isLarge ? { aim: bound } : {});
    figures.push({ ...figureOf(`${name}, first asked`, first), ...aim({ bound: "at most", amount: 0.3 }) });
    figures.push({
      ...figureOf(`${name}, asked before`, again),
      ...aim({ bound: "at most", amount: 0.001, of: "cmgen" }),
    });
    figures.push({
      ...figureOf(`${name}, after a write`, written),
      ...aim({ bound: "at most", amount: 0.003, of: "cmgen" }),
    });
  }
  return figures;
}

async function eachRound({ context }: Asking, round: () => Promise<Counted>): Promise<Counted> {
  const took: Counted = { cmgen: [], raw: [] };
  for (let count = 0; count < Math.min(context.rounds, ROUNDS); count += 1) {
    const { cmgen, raw } = await round();
    took.cmgen.push(...cmgen);
    took.raw.push(...raw);
  }
  return took;
}

async function asked(lists: OpenLists, terms: readonly Term[]): Promise<Counted> {
  // The first of the statements is the plain count.
  const [count] = countStatements(lists.sql, terms, 0);
  if (count === undefined) throw new Error("There is no way to count");
  const byHand = lists.program({ count });
  try {
    return await takeTurns(
      { cmgen: () => lists.list(totalPlan(lists, terms)), raw: () => byHand.run() },
      { rounds: 1 },
    );
  } finally {
    await byHand.drop();
  }
}

function totalPlan({ model }: OpenLists, terms: readonly Term[]): ListPlan {
  const query = new URLSearchParams([
    ["page", "1"],
    ["size", "1"],
  ]);
  for (const term of terms) query.append(`${term.on}Selector`, printTerm(term));
  return planList(model, query);
}

function figureOf(name: string, { cmgen, raw }: Counted): Measurement {
  return {
    name: `exact total, ${name}`,
    values: { cmgen: seconds(median(cmgen)), "SQL's own count": seconds(median(raw)) },
    ratio: pairedRatio(cmgen, raw),
  };
}

async function memory({ context, database: { engine, url } }: Asking): Promise<Measurement> {
  const child = startChild("./totals-child.js", import.meta.url);
  try {
    const request: TotalsRequest = { engine, url, plugin: context.plugin.module, rounds: context.rounds };
    const { filters: count, before, after } = await child.ask<TotalsAnswer>(request);
    return {
      name: "memory of a process, before and after totals of different broad filters",
      values: { before: megabytes(before), after: megabytes(after), filters: times(count) },
    };
  } finally {
    await child.stop();
  }
}
