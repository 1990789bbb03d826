import type { BenchContext } from "../bench-context.js";
import type { BenchDatabase } from "../databases/engine.js";
import { bytes, type Aim, type Figure, type Measurement } from "../measure/figure.js";
import { takeTurns } from "../measure/take-turns.js";
import { compare } from "./compare.js";
import { comparison } from "./comparison.js";
import { firstTotal } from "./first-total.js";
import { listAll } from "./list-all.js";
import { openBenchStore, type BenchStore } from "./open-bench-store.js";
import {
  broad,
  deepByAge,
  firstByAge,
  firstByLabelAndField,
  newest,
  readOne,
  stepByAge,
  totalOfBroadFilter,
  totalOfLabelAndField,
} from "./read-scenarios.js";
import type { Scenario } from "./scenario.js";
import { assertWritten, createOne, createTogether, newItems, updateOne } from "./write-scenarios.js";
import { itemRecord } from "../data/item-record.js";

/** The store beside hand-written SQL through the raw driver, in this process. */
export async function benchStore(context: BenchContext, database: BenchDatabase): Promise<readonly Figure[]> {
  const { engine, size } = database;
  const figures: Figure[] = [];
  const add = (figure: Measurement): void => {
    figures.push({ bench: "store", database: engine, size, ...figure });
  };
  // What goes through all objects comes first, while no write has been made and nothing is remembered.
  add(await listAll(context, database));
  add(await firstTotal(context, database));
  const opened = await openBenchStore(database, context.plugin.items);
  try {
    for (const scenario of await reads(opened)) add(await compare(context, scenario));
    for (const scenario of [createOne(opened), createTogether(opened), updateOne(opened)])
      add(await compare(context, scenario));
    add(await totalAfterWrite(context, opened));
  } finally {
    await opened.close();
  }
  const aim: Aim = { bound: "at most", amount: 350, of: "cmgen" };
  add({
    name: "index bytes an object",
    values: { cmgen: bytes(database.indexBytes) },
    ...(engine === "sqlite" && { aim }),
  });
  return figures;
}

async function reads(opened: BenchStore): Promise<readonly Scenario[]> {
  return [
    readOne(opened),
    newest(opened),
    firstByLabelAndField(opened),
    firstByAge(opened),
    deepByAge(opened),
    await stepByAge(opened),
    totalOfLabelAndField(opened),
    totalOfBroadFilter(opened),
  ];
}

async function totalAfterWrite({ rounds }: BenchContext, opened: BenchStore): Promise<Measurement> {
  const { database, items, store, raw, plan } = opened;
  const planned = plan(`page=1&size=1&${broad}`);
  const next = newItems(database.size);
  const totals: Record<"cmgen" | "raw", number[]> = { cmgen: [], raw: [] };
  for (let round = 0; round < Math.min(rounds, 20); round += 1) {
    assertWritten(await store.create(items, itemRecord(next())));
    const sides = {
      cmgen: () => store.list(items, planned),
      raw: () => raw.all(database.statements.countBroad, [75, "production"]),
    };
    const { cmgen, raw: byHand } = await takeTurns(sides, { rounds: 1 });
    totals.cmgen.push(...cmgen);
    totals.raw.push(...byHand);
  }
  return comparison("exact total, broad filter, after a write", totals);
}
