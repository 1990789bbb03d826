import type { BenchContext } from "../bench-context.js";
import { envLabel } from "../data/bench-item.js";
import type { BenchDatabase } from "../databases/engine.js";
import type { ServerAnswer, ServerRequest } from "../http/servers/server-request.js";
import { megabytes, seconds, times, type Figure, type Measurement } from "../measure/figure.js";
import { median } from "../measure/quantile.js";
import { startChild, type Child } from "../processes/child.js";
import type { ProcessState } from "../processes/process-state.js";
import { CONNECTIONS, takeTurn, type Turn, type Watched } from "./take-turn.js";

type ServerName = "cmgen" | "node:http";

/** Each is measured in turn. The bare server shows what the connections and the clients' processes cost, whoever serves. */
interface Situation {
  readonly server: ServerName;
  readonly name: string;
  /** What the watches select; undefined for none. */
  readonly query: string | undefined;
}

const SELECTORS = `&labelSelector=${envLabel}%3Dproduction&fieldSelector=spec.age%3E%3D10`;

const situations: readonly Situation[] = [
  { server: "cmgen", name: "no watch", query: undefined },
  { server: "node:http", name: "no watch", query: undefined },
  { server: "cmgen", name: "plain watches", query: "" },
  { server: "node:http", name: "plain watches", query: "" },
  { server: "cmgen", name: "watches with selectors", query: SELECTORS },
];

const ROUNDS = 3;

/** 200 writes a second beside a thousand watches: who writes must not wait for those who watch. */
export async function benchWatch(context: BenchContext, database: BenchDatabase): Promise<readonly Figure[]> {
  const { engine, size, url, statements } = database;
  const [forServers, forClients] = context.apart === true ? [0, 1] : [];
  const servers: Record<ServerName, Child> = {
    cmgen: startChild("../http/servers/cmgen-server.js", import.meta.url, forServers),
    "node:http": startChild("../http/servers/bare-server.js", import.meta.url, forServers),
  };
  const [reader, writer, watcher] = [
    startChild("../http/load-child.js", import.meta.url, forClients),
    startChild("../http/load-child.js", import.meta.url, forClients),
    startChild("./watch-child.js", import.meta.url, forClients),
  ];
  try {
    const request: ServerRequest = { engine, url, statements, plugin: context.plugin.module };
    const serve = async (server: Child): Promise<Watched> => {
      const served = await server.ask<ServerAnswer>(request);
      return { server, url: served.url, reader, writer, watcher, size };
    };
    const watched = { cmgen: await serve(servers.cmgen), "node:http": await serve(servers["node:http"]) };
    const measured = measurements(await inTurns(context, watched));
    const { megabytes: memory } = await servers.cmgen.ask<ProcessState>({});
    measured.push({ name: "memory of the server, at most", values: { memory: megabytes(memory) } });
    return measured.map((measurement) => ({ bench: "watch", database: engine, size, ...measurement }));
  } finally {
    for (const child of [...Object.values(servers), reader, writer, watcher]) await child.stop();
  }
}

type Turns = ReadonlyMap<Situation, readonly Turn[]>;

async function inTurns(context: BenchContext, watched: Readonly<Record<ServerName, Watched>>): Promise<Turns> {
  const turns = new Map<Situation, Turn[]>(situations.map((situation) => [situation, []]));
  const rounds = Math.min(context.rounds, ROUNDS);
  let first = watched.cmgen.size + 1;
  for (let round = rounds > 1 ? -1 : 0; round < rounds; round += 1) {
    for (const [situation, taken] of turns) {
      const { server, name, query } = situation;
      const turn = await takeTurn(context, watched[server], { query, first });
      first += turn.writes.requests + CONNECTIONS;
      if (round < 0) continue;
      context.report(`  ${server}, beside ${name}: ${JSON.stringify(turn)}`);
      taken.push(turn);
    }
  }
  return turns;
}

function measurements(turns: Turns): Measurement[] {
  const p99 = (server: ServerName, name: string): number => {
    const found = [...turns].find(([situation]) => situation.server === server && situation.name === name);
    return medianOf(found?.[1] ?? [], ({ writes }) => writes.p99);
  };
  return [...turns].flatMap(([{ server, name, query }, taken]) => {
    const ratio = p99(server, name) / p99(server, "no watch");
    const to = p99("node:http", query === undefined ? "no watch" : "plain watches");
    const reads = readMeasurement(name, taken);
    if (server !== "cmgen") {
      const writes = { name: `node:http: writes, beside ${name}`, values: writeValues(taken), ratio };
      return [writes, { ...reads, name: `node:http: ${reads.name}` }];
    }
    const writes: Measurement = {
      name: `writes, beside ${name}`,
      values: { ...writeValues(taken), "p99 to node:http": times(p99(server, name) / to) },
      ratio,
      aim: { bound: "at most", amount: 3 },
    };
    return [writes, { ...reads, aim: { bound: "at most", amount: 0.05, of: "p99" } }];
  });
}

function writeValues(taken: readonly Turn[]): Measurement["values"] {
  const values = {
    p50: seconds(medianOf(taken, ({ writes }) => writes.p50)),
    p99: seconds(medianOf(taken, ({ writes }) => writes.p99)),
    longest: seconds(Math.max(...taken.map(({ writes }) => writes.max))),
    late: seconds(medianOf(taken, ({ late }) => late)),
    "processor, a write": seconds(medianOf(taken, ({ cpuSeconds, writes }) => cpuSeconds / writes.requests)),
  };
  const ended = taken.flatMap((turn) => turn.ended ?? []);
  if (ended.length === 0) return values;
  return {
    ...values,
    "event p50": seconds(medianOf(ended, ({ p50 }) => p50)),
    "event p99": seconds(medianOf(ended, (turn) => turn.p99)),
  };
}

function readMeasurement(name: string, taken: readonly Turn[]): Measurement {
  const opened = taken.flatMap((turn) => turn.opened ?? []);
  return {
    name: `reads by name, while ${name} ${name === "no watch" ? "begins" : "begin"}`,
    values: {
      p50: seconds(medianOf(taken, ({ reads }) => reads.p50)),
      p99: seconds(medianOf(taken, ({ reads }) => reads.p99)),
      ...(opened.length > 0 && { begin: seconds(medianOf(opened, (turn) => turn.seconds)) }),
    },
  };
}

function medianOf<Value>(values: readonly Value[], numberOf: (value: Value) => number): number {
  return median(values.map(numberOf));
}
