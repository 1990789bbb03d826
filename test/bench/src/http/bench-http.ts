import type { BenchContext } from "../bench-context.js";
import { itemsPath } from "../data/bench-item.js";
import type { BenchDatabase, EngineName } from "../databases/engine.js";
import { perSecond, times, type Aim, type Figure, type Measurement } from "../measure/figure.js";
import { median } from "../measure/quantile.js";
import { pairedRatio } from "../measure/take-turns.js";
import { startChild, type Child } from "../processes/child.js";
import { byLabelAndField } from "../store/read-scenarios.js";
import type { Load, LoadAnswer, LoadRequest } from "./load-child.js";
import type { ServerAnswer, ServerRequest } from "./servers/server-request.js";

const servers = { cmgen: "cmgen-server", "node:http": "bare-server", Express: "express-server" } as const;
type ServerName = keyof typeof servers;
const serverNames = Object.keys(servers) as ServerName[];

const CONNECTIONS = 32;
const ROUNDS = 7;
/** Rounds that are not counted: code that has run for a second or two is compiled. */
const WARM_UP = 2;

interface HttpScenario {
  readonly name: string;
  readonly load: (server: ServerName) => Load;
  /** Whether the load polls: see {@link LoadRequest}. */
  readonly polls?: boolean;
  readonly aim?: Aim;
}

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
    const loader = start("./load-child.js");
    const served = serverNames.map(async (name) => {
      const { url: address } = await start(`./servers/${servers[name]}.js`).ask<ServerAnswer>(request);
      return [name, address] as const;
    });
    const urls = new Map(await Promise.all(served));
    const figures: Figure[] = [];
    for (const scenario of scenarios(engine, size)) {
      const rates = await measure(context, scenario, { loader, urls });
      figures.push({ bench: "http", database: engine, size, ...figureOf(scenario, rates) });
    }
    return figures;
  } finally {
    for (const child of started) await child.stop();
  }
}

/**
 * A database embedded in the server leaves a processor to the load, which polls there, as callers on another machine would not be woken by the
 * server. What is measured with a load that sleeps stands beside. PostgreSQL needs that processor.
 */
function scenarios(engine: EngineName, size: number): readonly HttpScenario[] {
  let first = size * 2;
  const nextNumbers = (): number => (first += 1_000_000);
  const byHand = `${itemsPath}?group=group-1&env=production`;
  const list = (server: ServerName): string =>
    server === "cmgen" ? `${itemsPath}?page=1&size=20&total=none&${byLabelAndField}` : byHand;
  const readOne = { name: "read one by name", load: () => ({ does: "read", size }) as const };
  const aim = { bound: "at least", amount: 0.6 } as const;
  const reads =
    engine === "sqlite"
      ? [
          { ...readOne, polls: true, aim },
          { ...readOne, name: `${readOne.name}, load sleeps` },
        ]
      : [{ ...readOne, aim }];
  return [
    ...reads,
    { name: "20 by label and field, sorted", load: (server) => ({ does: "get", path: list(server) }) },
    { name: "create, five index rows", load: () => ({ does: "create", first: nextNumbers() }) },
  ];
}

type Rates = Readonly<Record<ServerName, number[]>>;

interface Loaded {
  readonly loader: Child;
  readonly urls: ReadonlyMap<ServerName, string>;
}

/** The servers in turn, the first of a round being another each time. */
async function measure(context: BenchContext, scenario: HttpScenario, { loader, urls }: Loaded): Promise<Rates> {
  const rates: Rates = { cmgen: [], "node:http": [], Express: [] };
  const rounds = Math.min(context.rounds, ROUNDS);
  const warmUp = Math.min(rounds - 1, WARM_UP);
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const place of serverNames.keys()) {
      const server = serverNames[(round + warmUp + place) % serverNames.length] ?? "cmgen";
      const request: LoadRequest = {
        url: urls.get(server) ?? "",
        load: scenario.load(server),
        connections: CONNECTIONS,
        seconds: context.seconds,
        polls: scenario.polls === true,
      };
      const { perSecond: rate } = await loader.ask<LoadAnswer>(request);
      if (round >= 0) rates[server].push(rate);
    }
  }
  return rates;
}

function figureOf({ name, aim }: HttpScenario, rates: Rates): Measurement {
  return {
    name,
    values: {
      cmgen: perSecond(median(rates.cmgen)),
      "node:http": perSecond(median(rates["node:http"])),
      Express: perSecond(median(rates.Express)),
      "cmgen to Express": times(pairedRatio(rates.cmgen, rates.Express)),
    },
    ratio: pairedRatio(rates.cmgen, rates["node:http"]),
    ...(aim !== undefined && { aim }),
  };
}
