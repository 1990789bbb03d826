import { setTimeout as sleep } from "node:timers/promises";
import type { BenchContext } from "../bench-context.js";
import type { BenchDatabase } from "../databases/engine.js";
import type { LoadAnswer, LoadRequest } from "../http/load-child.js";
import type { CmgenServerState } from "../http/servers/cmgen-server.js";
import type { ServerAnswer, ServerRequest } from "../http/servers/server-request.js";
import { megabytes, type Figure, type Measurement } from "../measure/figure.js";
import { median } from "../measure/quantile.js";
import { startChild, type Child } from "../processes/child.js";
import type { HeavyAnswer, HeavyRequest, HeavySort } from "./heavy-child.js";
import { latencies } from "./latencies.js";
import { readsAfterStart } from "./reads-after-start.js";
import { readsBesideWrites } from "./reads-beside-writes.js";
import { readsBesideBodies } from "./reads-beside-bodies.js";
import { readsDuringIndexBuild } from "./reads-during-index-build.js";

/** What else the server does while objects are read by name. */
const loads: Readonly<Record<string, readonly HeavySort[]>> = {
  "nothing else": [],
  "exact totals": ["counts"],
  "deep pages": ["scans"],
  "lists of all objects": ["lists"],
  "all of these": ["counts", "scans", "lists"],
};

const ROUNDS = 5;

/** A turn is so many times as long as the bench's option says: the hundredth of few reads says little. */
const TURN = 4;

/** How long the long requests are under way before reads begin, and how long after a turn the next one waits. */
const LEAD_MS = 250;
const SETTLE_MS = 500;

/** Reads by name beside requests that go through the whole collection: does one caller's slow query slow the others down? */
export async function benchLoad(context: BenchContext, database: BenchDatabase): Promise<readonly Figure[]> {
  const { engine, size, url, statements } = database;
  const server = startChild("../http/servers/cmgen-server.js", import.meta.url);
  const reader = startChild("../http/load-child.js", import.meta.url);
  const heavy = startChild("./heavy-child.js", import.meta.url);
  const request: ServerRequest = { engine, url, statements, plugin: context.plugin.module };
  const measured: Measurement[] = [];
  try {
    const served = await server.ask<ServerAnswer>(request);
    const reads = await besideLoads(context, { reader, heavy, url: served.url, size });
    const idle = reads[0]?.values["p99"]?.amount ?? Number.NaN;
    measured.push(...reads);
    measured.push(...(await readsBesideBodies({ context, reader, url: served.url, size, idle })));
    const { megabytes: memory } = await server.ask<CmgenServerState>({});
    measured.push({ name: "memory of the server, at most", values: { memory: megabytes(memory) } });
    await server.stop();
    measured.push(...(await readsAfterStart({ context, database, reader, idle })));
    measured.push(...(await readsBesideWrites({ context, database, reader, idle })));
    measured.push(await readsDuringIndexBuild({ context, database, reader, idle }));
  } finally {
    for (const child of [server, reader, heavy]) await child.stop();
  }
  return measured.map((measurement) => ({ bench: "load", database: engine, size, ...measurement }));
}

interface Loaded {
  readonly reader: Child;
  readonly heavy: Child;
  readonly url: string;
  readonly size: number;
}

async function besideLoads(context: BenchContext, loaded: Loaded): Promise<readonly Measurement[]> {
  const answers = new Map<string, LoadAnswer[]>(Object.keys(loads).map((name) => [name, []]));
  const done = new Map<string, HeavyAnswer>();
  const rounds = Math.min(context.rounds, ROUNDS);
  for (let round = rounds > 1 ? -1 : 0; round < rounds; round += 1) {
    for (const [name, sorts] of Object.entries(loads)) {
      const turn = await readBeside(context, loaded, sorts);
      if (round < 0) continue;
      answers.get(name)?.push(turn.reads);
      done.set(name, added(done.get(name), turn.done));
    }
  }
  for (const [name, counts] of done) context.report(`  beside ${name}: ${JSON.stringify(counts)}`);
  const idle = median((answers.get("nothing else") ?? []).map(({ p99 }) => p99));
  return [...answers].map(([name, reads]) =>
    latencies(`reads by name, beside ${name}`, { reads, idle, aimsAt: "p99" }),
  );
}

interface Turn {
  readonly reads: LoadAnswer;
  readonly done: HeavyAnswer;
}

async function readBeside(context: BenchContext, loaded: Loaded, sorts: readonly HeavySort[]): Promise<Turn> {
  const { reader, heavy, url, size } = loaded;
  const length = context.seconds * TURN;
  const asked = heavy.ask<HeavyAnswer>({
    url,
    size,
    sorts,
    seconds: length + context.seconds / 2,
  } satisfies HeavyRequest);
  await sleep(Math.min(1, context.seconds) * LEAD_MS);
  const [reads, done] = await Promise.all([reader.ask<LoadAnswer>(pacedReads(url, size, length)), asked]);
  // What was broken off comes to its end behind the scenes.
  if (sorts.length > 0) await sleep(Math.min(1, context.seconds) * SETTLE_MS);
  return { reads, done };
}

/** 800 reads a second, as callers send them who know nothing of each other. */
function pacedReads(url: string, size: number, length: number): LoadRequest {
  return { url, load: { does: "read", size }, connections: 8, seconds: length, everyMs: 10 };
}

function added(first: HeavyAnswer = { counts: 0, scans: 0, lists: 0 }, second: HeavyAnswer): HeavyAnswer {
  return {
    counts: first.counts + second.counts,
    scans: first.scans + second.scans,
    lists: first.lists + second.lists,
  };
}
