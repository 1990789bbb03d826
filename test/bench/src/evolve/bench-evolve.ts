import type { BenchContext } from "../bench-context.js";
import type { BenchDatabase } from "../databases/engine.js";
import { type Figure, seconds } from "../measure/figure.js";
import { startChild } from "../processes/child.js";
import type { EvolvingServer, Spent } from "./evolve-child.js";

const MILLION = 1_000_000;

/** The start of a release that changes every stored object, part by part. It is done once: a round would need a new copy. */
export async function benchEvolve({ plugin }: BenchContext, database: BenchDatabase): Promise<readonly Figure[]> {
  const { engine, size, url } = database;
  const child = startChild("./evolve-child.js", import.meta.url);
  try {
    const { check } = await child.ask<EvolvingServer>({ engine, url, plugin: plugin.module });
    const steps = await child.ask<Spent>({ until: "changed" });
    const indexes = await child.ask<Spent>({ until: "built" });
    const figure = (name: string, spent: Spent): Figure => ({
      bench: "evolve",
      database: engine,
      size,
      name,
      values: {
        time: seconds(spent.seconds),
        "a million": seconds((spent.seconds / size) * MILLION),
        processor: seconds(spent.cpuSeconds),
      },
    });
    return [
      figure("objects are checked, before anything is written", check),
      figure("objects are changed by an evolve step", steps),
      figure("indexes are built again", indexes),
    ];
  } finally {
    await child.stop();
  }
}
