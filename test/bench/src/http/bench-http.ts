import type { BenchContext } from "../bench-context.js";
import { envLabel, itemsPath } from "../data/bench-item.js";
import type { BenchDatabase, EngineName } from "../databases/engine.js";
import { perSecond, times, type Aim, type Figure, type Measurement } from "../measure/figure.js";
import { median } from "../measure/quantile.js";
import { pairedRatio } from "../measure/take-turns.js";
import { startChild, type Child } from "../processes/child.js";
import { byLabelAndField } from "../store/read-scenarios.js";
import type { CannonAnswer, CannonRequest } from "./autocannon-child.js";
import type { Load } from "./load-child.js";
import type { ServerAnswer, ServerRequest } from "./servers/server-request.js";

const servers = { cmgen: "cmgen-server", "node:http": "bare-server", Express: "express-server" } as const;
type ServerName = keyof typeof servers;
const serverNames = Object.keys(servers) as ServerName[];

const ROUNDS = 7;
/** Rounds that are not counted: code that has run for a second or two is compiled. */
const WARM_UP = 2;
const CONNECTIONS = 10;
const MANY_CONNECTIONS = 50;

interface HttpScenario {
  readonly name: string;
  readonly load: (server: ServerName) => Load;
  readonly connections: number;
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
    const loader = start("./autocannon-child.js");
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

function scenarios(engine: EngineName, size: number): readonly HttpScenario[] {
  let first = size * 2;
  const create = {
    name: "create, five index rows",
    load: () => ({ does: "create", first: (first += 1_000_000) }) as const,
  };
  const readOne = { name: "read one by name", load: () => ({ does: "read", size }) as const };
  const each = [
    ...[CONNECTIONS].map((connections) => ({ ...readOne, connections, ...aimOf(engine, { sqlite: 0.7 }) })),
    ...lists.flatMap(({ name, ours, byHand }) =>
      [CONNECTIONS, MANY_CONNECTIONS].map((connections) => ({
        name,
        load: (server: ServerName) =>
          ({ does: "get", path: `${itemsPath}?${server === "cmgen" ? ours : byHand}` }) as const,
        connections,
        ...aimOf(engine, { sqlite: 0.6, postgresql: 1 }),
      })),
    ),
    ...[CONNECTIONS, MANY_CONNECTIONS].map((connections) => ({
      ...create,
      connections,
      ...aimOf(engine, { postgresql: 1 }),
    })),
  ];
  return each.map(({ name, connections, ...scenario }) => ({
    name: `${name}; ${connections} connections`,
    connections,
    ...scenario,
  }));
}

/** What a service is to be at least: on SQLite of bare node:http, on PostgreSQL of Express. */
function aimOf(engine: EngineName, amounts: Partial<Record<EngineName, number>>): { readonly aim?: Aim } {
  const amount = amounts[engine];
  if (amount === undefined) return {};
  return { aim: { bound: "at least", amount, ...(engine === "postgresql" && { of: TO_EXPRESS }) } };
}

const TO_EXPRESS = "cmgen to Express";

const selectors = (env: string, age: number): string =>
  `labelSelector=${envLabel}=${env}&fieldSelector=spec.age>=${age}&sort=spec.score&page=1&size=20`;

/** Lists of twenty as cmgen is asked for them, and as the hand-written services are. */
const lists = [
  { name: "20 newest, with total", ours: "page=1&size=20", byHand: "list=newest&values=&total=exact" },
  {
    name: "20 by label and field, sorted, 4.5 % match",
    ours: `page=1&size=20&total=none&${byLabelAndField}`,
    byHand: "list=group&values=group-1,production",
  },
  {
    name: "20 by label and field, sorted by another, 21 % match",
    ours: `${selectors("production", 115)}&total=none`,
    byHand: "list=broad&values=115,production",
  },
  {
    name: "the same with total",
    ours: selectors("production", 115),
    byHand: "list=broad&values=115,production&total=exact",
  },
  {
    name: "20 by label and field, sorted by another, 1 % match",
    ours: `${selectors("staging", 133)}&total=none`,
    byHand: "list=narrow&values=133,staging",
  },
  {
    name: "the same with total, 1 %",
    ours: selectors("staging", 133),
    byHand: "list=narrow&values=133,staging&total=exact",
  },
] as const;

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
      const request: CannonRequest = {
        url: urls.get(server) ?? "",
        load: scenario.load(server),
        connections: scenario.connections,
        seconds: context.seconds,
      };
      const { perSecond: rate } = await loader.ask<CannonAnswer>(request);
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
      [TO_EXPRESS]: times(pairedRatio(rates.cmgen, rates.Express)),
    },
    ratio: pairedRatio(rates.cmgen, rates["node:http"]),
    ...(aim !== undefined && { aim }),
  };
}
