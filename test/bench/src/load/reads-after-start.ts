import type { BenchContext } from "../bench-context.js";
import type { BenchDatabase } from "../databases/engine.js";
import type { LoadAnswer, LoadRequest } from "../http/load-child.js";
import type { ServerAnswer, ServerRequest } from "../http/servers/server-request.js";
import type { Measurement } from "../measure/figure.js";
import { startChild, type Child } from "../processes/child.js";
import { latencies } from "./latencies.js";

export interface StartLoad {
  readonly context: BenchContext;
  readonly database: BenchDatabase;
  readonly reader: Child;
  /** The 99th percentile of an idle server, in seconds. */
  readonly idle: number;
}

const ROUNDS = 3;

/** Reads by name in the first seconds of a server, with and without a controller that sees every object then. */
export async function readsAfterStart(load: StartLoad): Promise<readonly Measurement[]> {
  const measured: Measurement[] = [];
  for (const [name, controls] of [
    ["reads by name, right after a start", false],
    ["reads by name, beside a controller's first pass", true],
  ] as const) {
    const reads: LoadAnswer[] = [];
    for (let round = 0; round < Math.min(load.context.rounds, ROUNDS); round += 1)
      reads.push(await readAfterStart(load, controls));
    measured.push(latencies(name, { reads, idle: load.idle, aimsAt: "longest" }));
  }
  return measured;
}

async function readAfterStart({ context, database, reader }: StartLoad, controls: boolean): Promise<LoadAnswer> {
  const { engine, url, statements, size } = database;
  const server = startChild("../http/servers/cmgen-server.js", import.meta.url);
  try {
    const request: ServerRequest = { engine, url, statements, plugin: context.plugin.module };
    const served = await server.ask<ServerAnswer>({ ...request, controls });
    const seconds = Math.max(0.2, context.seconds * 2);
    const asked: LoadRequest = {
      url: served.url,
      load: { does: "read", size },
      connections: 8,
      seconds,
      everyMs: 10,
    };
    return await reader.ask<LoadAnswer>(asked);
  } finally {
    await server.stop();
  }
}
