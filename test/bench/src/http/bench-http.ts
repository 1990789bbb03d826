import type { BenchContext } from "../bench-context.js";
import type { BenchDatabase } from "../databases/engine.js";
import { perSecond, seconds, times, type Figure, type Measurement } from "../measure/figure.js";
import { median, quantile } from "../measure/quantile.js";
import { pairedRatio } from "../measure/take-turns.js";
import { startChild, type Child } from "../processes/child.js";
import type { ProcessState } from "../processes/process-state.js";
import { assertSameAnswers } from "./assert-same-answers.js";
import type { CannonAnswer, CannonRequest } from "./autocannon-child.js";
import { httpScenarios, TO_EXPRESS, type HttpScenario, type ServerName } from "./http-scenarios.js";
import type { ServerAnswer, ServerRequest } from "./servers/server-request.js";

const servers = { cmgen: "cmgen-server", "node:http": "bare-server", Express: "express-server" } as const;
const serverNames = Object.keys(servers) as ServerName[];

/** Many short turns: others on the machine then disturb a few of each server's, and not the same part of all. */
const ROUNDS = 15;
/** Ratios of rounds that differ by more than this say more about the machine than about the servers. */
const STEADY = 1.3;
/** Requests that are not counted, for code that has run some thousand times is compiled; and for how long a slow machine is given for them. */
const WARM_UP_REQUESTS = 5000;
const WARM_UP_SECONDS = 2;
const MOST_WARM_UPS = 5;

/** Whole services beside each other, each in a process of its own, under the load of another process. */
export async function benchHttp(context: BenchContext, database: BenchDatabase): Promise<readonly Figure[]> {
  const started: Child[] = [];
  const start = (module: string): Child => {
    const child = startChild(module, import.meta.url);
    started.push(child);
    return child;
  };
  try {
    const { engine, url, statements, size } = database;
    const request: ServerRequest = { engine, url, statements, plugin: context.plugin.module };
    const loader = start("./autocannon-child.js");
    const served = serverNames.map(async (name) => {
      const child = start(`./servers/${servers[name]}.js`);
      return [name, { child, ...(await child.ask<ServerAnswer>(request)) }] as const;
    });
    const running = new Map(await Promise.all(served));
    await assertSameAnswers(new Map([...running].map(([name, server]) => [name, server.url])));
    const figures: Figure[] = [];
    for (const scenario of httpScenarios(engine, size).filter(({ name }) => name.includes(context.row ?? ""))) {
      const turns = await measure(context, scenario, { loader, running });
      figures.push({ bench: "http", database: engine, size, ...figureOf(scenario, turns) });
      reportUnsteady(context, scenario, turns);
    }
    return figures;
  } finally {
    for (const child of started) await child.stop();
  }
}

/** What a load of some time showed. */
interface Turn {
  readonly requests: number;
  readonly perSecond: number;
  /** Processor time of the server's process for a request, in seconds. */
  readonly cpu: number;
}

type Turns = Readonly<Record<ServerName, Turn[]>>;

interface RunningServer extends ServerAnswer {
  readonly child: Child;
}

interface Loaded {
  readonly loader: Child;
  readonly running: ReadonlyMap<ServerName, RunningServer>;
}

/** The servers alternating, the first of a round being another each time. */
async function measure(context: BenchContext, scenario: HttpScenario, { loader, running }: Loaded): Promise<Turns> {
  const turns: Turns = { cmgen: [], "node:http": [], Express: [] };
  const takeTurn = async (name: ServerName, duration: number): Promise<Turn> => {
    const server = running.get(name);
    if (server === undefined) throw new Error(`${name} was not started`);
    const { connections } = scenario;
    const request: CannonRequest = { url: server.url, load: scenario.load(name), connections, seconds: duration };
    const before = await server.child.ask<ProcessState>({});
    const { perSecond: rate, requests } = await loader.ask<CannonAnswer>(request);
    const after = await server.child.ask<ProcessState>({});
    return { requests, perSecond: rate, cpu: (after.cpuSeconds - before.cpuSeconds) / Math.max(1, requests) };
  };
  for (const name of context.rounds > 1 ? serverNames : []) {
    let requests = 0;
    for (let turn = 0; turn < MOST_WARM_UPS && requests < WARM_UP_REQUESTS; turn += 1)
      requests += (await takeTurn(name, WARM_UP_SECONDS)).requests;
  }
  for (let round = 0; round < Math.min(context.rounds, ROUNDS); round += 1) {
    for (const place of serverNames.keys()) {
      const name = serverNames[(round + place) % serverNames.length] ?? "cmgen";
      turns[name].push(await takeTurn(name, context.seconds / 2));
    }
  }
  return turns;
}

function figureOf({ name, aim }: HttpScenario, turns: Turns): Measurement {
  const [ours, bare, express] = [ratesOf(turns.cmgen), ratesOf(turns["node:http"]), ratesOf(turns.Express)];
  return {
    name,
    values: {
      cmgen: perSecond(median(ours)),
      "node:http": perSecond(median(bare)),
      Express: perSecond(median(express)),
      [TO_EXPRESS]: times(pairedRatio(ours, express)),
      "cmgen's time": seconds(leastCpu(turns.cmgen)),
      "node:http's time": seconds(leastCpu(turns["node:http"])),
    },
    ratio: pairedRatio(ours, bare),
    ...(aim !== undefined && { aim }),
  };
}

function ratesOf(turns: readonly Turn[]): readonly number[] {
  return turns.map(({ perSecond: rate }) => rate);
}

/** The least is what others on the machine have disturbed the least. */
function leastCpu(turns: readonly Turn[]): number {
  return Math.min(...turns.map(({ cpu }) => cpu));
}

/** Says so where a row should be measured again. */
function reportUnsteady({ report }: BenchContext, { name }: HttpScenario, turns: Turns): void {
  const bare = ratesOf(turns["node:http"]);
  const ratios = ratesOf(turns.cmgen).map((rate, round) => rate / (bare[round] ?? Number.NaN));
  const [low, high] = [quantile(ratios, 0.25), quantile(ratios, 0.75)];
  if (high / low < STEADY) return;
  const range = `${low.toFixed(2)} to ${high.toFixed(2)}`;
  report(`… ${name}: half of the ratios are from ${range}, so others used the machine; processor times tell more`);
}
