import { openStore } from "../../../../packages/store/dist/open/open-database.js";
import type { ListPage } from "../../../../packages/store/dist/store.js";
import type { BenchContext } from "../bench-context.js";
import type { BenchDatabase } from "../databases/engine.js";
import type { Measurement } from "../measure/figure.js";
import { takeTurns } from "../measure/take-turns.js";
import { comparison } from "./comparison.js";
import { planQuery } from "./open-bench-store.js";
import { broad } from "./read-scenarios.js";

/** The total of a broad filter with nothing remembered: each round opens the store again. */
export async function firstTotal({ rounds, plugin }: BenchContext, database: BenchDatabase): Promise<Measurement> {
  const { items } = plugin;
  // An SQLite file belongs to one store at a time.
  const raw = await database.openRaw();
  const planned = planQuery(items, `page=1&size=1&${broad}`);
  const totals: Record<"cmgen" | "raw", number[]> = { cmgen: [], raw: [] };
  try {
    for (let round = 0; round < Math.min(rounds, 5); round += 1) {
      const store = await openStore(database.url);
      // Threads and connections are there in a service that has run for a while; what it has counted is what matters here.
      await store.list(items, planQuery(items, `total=none&fieldSelector=spec.code=code-1`)).then(drain);
      const sides = {
        cmgen: () => store.list(items, planned),
        raw: () => raw.all(database.statements.countBroad, [75, "production"]),
      };
      const taken = await takeTurns(sides, { rounds: 1 });
      totals.cmgen.push(...taken.cmgen);
      totals.raw.push(...taken.raw);
      await store.close();
    }
  } finally {
    await raw.close();
  }
  return comparison("exact total, broad filter, first asked", totals);
}

async function drain({ items }: ListPage): Promise<void> {
  if ("batches" in items) for await (const _ of items.batches());
}
