import type { BenchContext } from "../bench-context.js";
import { envLabel } from "../data/bench-item.js";
import type { BenchDatabase } from "../databases/engine.js";
import type { LoadAnswer, LoadRequest } from "../http/load-child.js";
import type { CmgenServerState } from "../http/servers/cmgen-server.js";
import type { ServerAnswer, ServerRequest } from "../http/servers/server-request.js";
import { megabytes, seconds, type Figure, type Measurement } from "../measure/figure.js";
import { median } from "../measure/quantile.js";
import { startChild, type Child } from "../processes/child.js";
import type { WatchesEnded, WatchesOpened, WatchRequest } from "./watch-child.js";

/** What the watches of a turn select. */
const selections: Readonly<Record<string, string | undefined>> = {
  "no watch": undefined,
  "plain watches": "",
  "watches with selectors": `&labelSelector=${envLabel}%3Dproduction&fieldSelector=spec.age%3E%3D10`,
};

const ROUNDS = 3;
const WATCHES = 1000;

/** Writes a second: each connection writes one every so many milliseconds. */
const CONNECTIONS = 8;
const EVERY_MS = 40;

/** A turn is so many times as long as the bench's option says: a hundredth of few writes says little. */
const TURN = 8;

interface Turn {
  readonly writes: LoadAnswer;
  /** Reads by name while the watches begin. */
  readonly reads: LoadAnswer;
  readonly opened: WatchesOpened | undefined;
  readonly ended: WatchesEnded | undefined;
  /** The server's processor time. */
  readonly cpuSeconds: number;
}

/** 200 writes a second beside a thousand watches: who writes must not wait for those who watch. */
export async function benchWatch(context: BenchContext, database: BenchDatabase): Promise<readonly Figure[]> {
  const { engine, size, url, statements } = database;
  const [server, reader, writer, watcher] = [
    startChild("../http/servers/cmgen-server.js", import.meta.url),
    startChild("../http/load-child.js", import.meta.url),
    startChild("../http/load-child.js", import.meta.url),
    startChild("./watch-child.js", import.meta.url),
  ];
  try {
    const request: ServerRequest = { engine, url, statements, plugin: context.plugin.module };
    const served = await server.ask<ServerAnswer>(request);
    const measured = await inTurns(context, { server, reader, writer, watcher, url: served.url, size });
    const { megabytes: memory } = await server.ask<CmgenServerState>({});
    measured.push({ name: "memory of the server, at most", values: { memory: megabytes(memory) } });
    return measured.map((measurement) => ({ bench: "watch", database: engine, size, ...measurement }));
  } finally {
    for (const child of [server, reader, writer, watcher]) await child.stop();
  }
}

interface Watched {
  readonly server: Child;
  readonly reader: Child;
  readonly writer: Child;
  readonly watcher: Child;
  readonly url: string;
  readonly size: number;
}

async function inTurns(context: BenchContext, watched: Watched): Promise<Measurement[]> {
  const turns = new Map<string, Turn[]>(Object.keys(selections).map((name) => [name, []]));
  const rounds = Math.min(context.rounds, ROUNDS);
  let first = watched.size + 1;
  for (let round = rounds > 1 ? -1 : 0; round < rounds; round += 1) {
    for (const [name, query] of Object.entries(selections)) {
      const turn = await takeTurn(context, watched, { query, first });
      first += turn.writes.requests + CONNECTIONS;
      if (round < 0) continue;
      context.report(`  beside ${name}: ${JSON.stringify(turn)}`);
      turns.get(name)?.push(turn);
    }
  }
  const idle = median((turns.get("no watch") ?? []).map(({ writes }) => writes.p99));
  return [...turns].flatMap(([name, taken]) => measurements(name, taken, idle));
}

async function takeTurn(
  context: BenchContext,
  { server, reader, writer, watcher, url, size }: Watched,
  { query, first }: { readonly query: string | undefined; readonly first: number },
): Promise<Turn> {
  const length = context.seconds * TURN;
  const load: LoadRequest = {
    url,
    load: { does: "read", size },
    connections: CONNECTIONS,
    seconds: length / 4,
    everyMs: 10,
  };
  const reading = reader.ask<LoadAnswer>(load);
  const opened =
    query === undefined
      ? undefined
      : await watcher.ask<WatchesOpened>({ url, query, count: Math.min(WATCHES, size) } satisfies WatchRequest);
  const reads = await reading;
  const before = await server.ask<CmgenServerState>({});
  const writing: LoadRequest = { ...load, load: { does: "create", first }, seconds: length, everyMs: EVERY_MS };
  const writes = await writer.ask<LoadAnswer>(writing);
  // What was written last is still on its way.
  await new Promise((resolve) => setTimeout(resolve, 500));
  const ended = query === undefined ? undefined : await watcher.ask<WatchesEnded>({} satisfies WatchRequest);
  const after = await server.ask<CmgenServerState>({});
  return { writes, reads, opened, ended, cpuSeconds: after.cpuSeconds - before.cpuSeconds };
}

function measurements(name: string, turns: readonly Turn[], idle: number): readonly Measurement[] {
  const p99 = median(turns.map(({ writes }) => writes.p99));
  const measured: Measurement[] = [
    {
      name: `writes, beside ${name}`,
      values: {
        p50: seconds(median(turns.map(({ writes }) => writes.p50))),
        p99: seconds(p99),
        longest: seconds(Math.max(...turns.map(({ writes }) => writes.max))),
        "processor, a write": seconds(median(turns.map(({ cpuSeconds, writes }) => cpuSeconds / writes.requests))),
      },
      ratio: p99 / idle,
      aim: { bound: "at most", amount: 3 },
    },
    {
      name: `reads by name, while ${name} ${name === "no watch" ? "begins" : "begin"}`,
      values: {
        p50: seconds(median(turns.map(({ reads }) => reads.p50))),
        p99: seconds(median(turns.map(({ reads }) => reads.p99))),
      },
      aim: { bound: "at most", amount: 0.05, of: "p99" },
    },
  ];
  const opened = turns.flatMap((turn) => turn.opened ?? []);
  const ended = turns.flatMap((turn) => turn.ended ?? []);
  if (ended.length === 0) return measured;
  const delivery = {
    begin: seconds(median(opened.map((turn) => turn.seconds))),
    "event p50": seconds(median(ended.map(({ p50 }) => p50))),
    "event p99": seconds(median(ended.map((turn) => turn.p99))),
  };
  return [...measured, { name, values: delivery }];
}
