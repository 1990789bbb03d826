import type { BenchContext } from "../bench-context.js";
import type { BenchDatabase } from "../databases/engine.js";
import { megabytes, type Measurement } from "../measure/figure.js";
import { startChild } from "../processes/child.js";
import { comparison } from "./comparison.js";
import type { ListChildAnswer, ListChildRequest } from "./list-child.js";

const ROUNDS = 3;

/** Every object, streamed, each time by a process of its own, whose peak memory is told. */
export async function listAll({ rounds, plugin }: BenchContext, database: BenchDatabase): Promise<Measurement> {
  const took: Record<"cmgen" | "raw", number[]> = { cmgen: [], raw: [] };
  let memory = 0;
  for (let round = 0; round < Math.min(rounds, ROUNDS); round += 1) {
    for (const side of ["cmgen", "raw"] as const) {
      const { engine, url } = database;
      const answer = await listInChild({ side, engine, url, plugin: plugin.module });
      took[side].push(answer.seconds);
      if (side === "cmgen") memory = Math.max(memory, answer.megabytes);
    }
  }
  const measured = comparison("all objects, streamed", took);
  return {
    ...measured,
    values: { ...measured.values, "cmgen's memory": megabytes(memory) },
    aim: { bound: "at most", amount: 150, of: "cmgen's memory" },
  };
}

async function listInChild(request: ListChildRequest): Promise<ListChildAnswer> {
  const child = startChild("./list-child.js", import.meta.url);
  try {
    return await child.ask<ListChildAnswer>(request);
  } finally {
    await child.stop();
  }
}
