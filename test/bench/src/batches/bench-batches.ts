import type { BenchContext } from "../bench-context.js";
import { benchItem, itemBody, itemsPath } from "../data/bench-item.js";
import type { BenchDatabase } from "../databases/engine.js";
import type { ServerAnswer } from "../http/servers/server-request.js";
import { type Figure, seconds } from "../measure/figure.js";
import { median } from "../measure/quantile.js";
import { pairedRatio } from "../measure/take-turns.js";
import { startChild } from "../processes/child.js";

const ROUNDS = 15;
const counts = [100, 1000] as const;

/** Creates of a service over HTTP: one request for all, beside one request for each, one after another. */
export async function benchBatches(context: BenchContext, database: BenchDatabase): Promise<readonly Figure[]> {
  const { engine, url: databaseUrl, size, statements } = database;
  const child = startChild("../http/servers/cmgen-server.js", import.meta.url);
  try {
    const served = { engine, statements, plugin: context.plugin.module, url: databaseUrl };
    const { url } = await child.ask<ServerAnswer>(served);
    const figures: Figure[] = [];
    for (const count of counts) {
      const name = `create ${count.toLocaleString("en")}`;
      if (!name.includes(context.row ?? "")) continue;
      const { batch, single } = await measure({ url, count, after: size, rounds: Math.min(context.rounds, ROUNDS) });
      figures.push({
        bench: "batches",
        database: engine,
        size,
        name,
        values: { "in a batch": seconds(median(batch)), "one by one": seconds(median(single)) },
        ratio: pairedRatio(batch, single),
      });
    }
    return figures;
  } finally {
    await child.stop();
  }
}

interface Measuring {
  readonly url: string;
  readonly count: number;
  /** The number of the last object that there is. */
  readonly after: number;
  readonly rounds: number;
}

type Times = Readonly<Record<"batch" | "single", readonly number[]>>;

/** The first round warms up. What a turn has created is removed before the next, so that all of them begin alike. */
async function measure({ url, count, after, rounds }: Measuring): Promise<Times> {
  const bodies = Array.from({ length: count }, (_, at) => itemBody(benchItem(after + 1 + at)).toString());
  const objects = bodies.map(
    (body) => JSON.parse(body) as { apiVersion: string; kind: string; metadata: { name: string } },
  );
  const post = async (path: string, body: string): Promise<void> => {
    const response = await fetch(url + path, { method: "POST", headers: { "content-type": "application/json" }, body });
    const answer = await response.text();
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${answer.slice(0, 500)}`);
  };
  const batch = (operations: readonly object[]): Promise<void> => post("/apis/-/batch", JSON.stringify({ operations }));
  const sides = {
    batch: () => batch(objects.map((object) => ({ op: "create", object }))),
    single: async () => {
      for (const body of bodies) await post(itemsPath, body);
    },
  };
  const times: Record<keyof Times, number[]> = { batch: [], single: [] };
  for (let round = -1; round < rounds; round += 1) {
    for (const side of round % 2 === 0 ? (["batch", "single"] as const) : (["single", "batch"] as const)) {
      const begun = performance.now();
      await sides[side]();
      if (round >= 0) times[side].push((performance.now() - begun) / 1000);
      await batch(
        objects.map(({ apiVersion, kind, metadata: { name } }) => ({ op: "delete", apiVersion, kind, name })),
      );
    }
  }
  return times;
}
