import type { BenchContext } from "../bench-context.js";
import type { BenchDatabase } from "../databases/engine.js";
import type { LoadAnswer, LoadRequest } from "../http/load-child.js";
import type { CmgenServerState } from "../http/servers/cmgen-server.js";
import type { ServerAnswer, ServerRequest } from "../http/servers/server-request.js";
import type { Measurement } from "../measure/figure.js";
import { startChild, type Child } from "../processes/child.js";
import { latencies } from "./latencies.js";

export interface IndexBuildLoad {
  readonly context: BenchContext;
  readonly database: BenchDatabase;
  readonly reader: Child;
  /** The 99th percentile of an idle server, in seconds. */
  readonly idle: number;
}

const ROUNDS = 5;
const notesPath = "/apis/notes.example.com/v1/notes";

/** Reads of another plugin's object while an index of all items is being built, which happens after its function was changed. */
export async function readsDuringIndexBuild({ context, database, reader, idle }: IndexBuildLoad): Promise<Measurement> {
  await forgetIndex(database);
  const { engine, url, statements } = database;
  const request: ServerRequest = { engine, url, statements, plugin: context.plugin.module };
  const server = startChild("../http/servers/cmgen-server.js", import.meta.url);
  try {
    const served = await server.ask<ServerAnswer>({ ...request, awaitStart: false });
    await createNote(served.url);
    const reads: LoadAnswer[] = [];
    for (let round = 0; round < Math.min(context.rounds, ROUNDS); round += 1) {
      const length = Math.max(0.2, context.seconds);
      const load: LoadRequest["load"] = { does: "get", path: `${notesPath}/one` };
      const read = await reader.ask<LoadAnswer>({
        url: served.url,
        load,
        connections: 8,
        seconds: length,
        everyMs: 10,
      });
      const { unready } = await server.ask<CmgenServerState>({});
      // At small sizes the index is built before the first turn is over: that is shown all the same.
      if (unready.length === 0 && reads.length > 0) break;
      reads.push(read);
    }
    return latencies("reads by name, beside building an index", { reads, idle, aimsAt: "p99" });
  } finally {
    await server.stop();
  }
}

async function forgetIndex({ openRaw }: BenchDatabase): Promise<void> {
  const raw = await openRaw();
  await raw.all(`DELETE FROM cmgen_indexes WHERE "index" IN ('spec.score', 'spec.tags') RETURNING "index"`, []);
  await raw.close();
}

async function createNote(url: string): Promise<void> {
  const body = { apiVersion: "notes.example.com/v1", kind: "Note", metadata: { name: "one" }, spec: { text: "x" } };
  const sent = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  for (let attempt = 1; ; attempt += 1) {
    const { status } = await fetch(`${url}${notesPath}`, sent);
    if (status === 201) return;
    // The notes' own plugin may still be starting.
    if (status !== 503 || attempt === 100) throw new Error(`A note was answered ${status}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
