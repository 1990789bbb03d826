import type { BenchContext } from "../bench-context.js";
import type { BenchDatabase } from "../databases/engine.js";
import { type Figure, seconds } from "../measure/figure.js";
import { startChild } from "../processes/child.js";
import type { EvolvedStart } from "./evolve-child.js";

const MILLION = 1_000_000;

const parts = {
  check: "objects are checked, before anything is written",
  steps: "objects are changed by an evolve step",
  indexes: "indexes are built again",
} as const;

/** The start of a release that changes every stored object, part by part. It is done once: a round would need a new copy. */
export async function benchEvolve({ plugin }: BenchContext, database: BenchDatabase): Promise<readonly Figure[]> {
  const { engine, size, url } = database;
  const child = startChild("./evolve-child.js", import.meta.url);
  try {
    const start = await child.ask<EvolvedStart>({ engine, url, plugin: plugin.module });
    return (["check", "steps", "indexes"] as const).map((part) => ({
      bench: "evolve",
      database: engine,
      size,
      name: parts[part],
      values: {
        time: seconds(start[part].seconds),
        "a million": seconds((start[part].seconds / size) * MILLION),
        processor: seconds(start[part].cpuSeconds),
      },
    }));
  } finally {
    await child.stop();
  }
}
