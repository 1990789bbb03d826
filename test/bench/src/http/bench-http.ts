import type { BenchContext } from "../bench-context.js";
import { itemName, itemsPath } from "../data/bench-item.js";
import type { BenchDatabase } from "../databases/engine.js";
import { perSecond, times, type Figure, type Measurement } from "../measure/figure.js";
import { median } from "../measure/quantile.js";
import { pairedRatio } from "../measure/take-turns.js";
import { startChild, type Child } from "../processes/child.js";
import type { CannonAnswer, CannonRequest } from "./autocannon-child.js";
import {
  httpLists,
  httpScenarios,
  TO_EXPRESS,
  type HttpList,
  type HttpScenario,
  type ServerName,
} from "./http-scenarios.js";
import type { ServerAnswer, ServerRequest } from "./servers/server-request.js";

const servers = { cmgen: "cmgen-server", "node:http": "bare-server", Express: "express-server" } as const;
const serverNames = Object.keys(servers) as ServerName[];

const ROUNDS = 7;
/** Seconds that are not counted: code that has run for a few thousand requests is compiled. */
const WARM_UP_SECONDS = 2;

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
    await assertSameObject(urls);
    for (const list of httpLists) await assertSameItems(urls, list);
    const figures: Figure[] = [];
    for (const scenario of httpScenarios(engine, size)) {
      const rates = await measure(context, scenario, { loader, urls });
      figures.push({ bench: "http", database: engine, size, ...figureOf(scenario, rates) });
    }
    return figures;
  } finally {
    for (const child of started) await child.stop();
  }
}

/**
 * @throws {Error} if the services do not send an object as the same bytes, or `node:http` does not send it with cmgen's headers. What people
 * write with Express has others.
 */
async function assertSameObject(urls: ReadonlyMap<ServerName, string>): Promise<void> {
  const answers = new Map<ServerName, { readonly body: string; readonly headers: string }>();
  for (const [server, url] of urls) {
    const answer = await fetch(`${url}${itemsPath}/${itemName(1)}`);
    const headers = [...answer.headers].filter(([name]) => name !== "date").map((header) => header.join(": "));
    answers.set(server, { body: await answer.text(), headers: headers.toSorted().join(", ") });
  }
  const bodies = new Set([...answers.values()].map(({ body }) => body));
  if (bodies.size > 1) throw new Error(`The services send an object as ${[...bodies].join(" and ")}`);
  const [ours, limit] = [answers.get("cmgen")?.headers, answers.get("node:http")?.headers];
  if (ours !== limit) throw new Error(`cmgen sends the headers ${ours}, and node:http ${limit}`);
}

/** @throws {Error} if the services do not answer a list with the same objects: what is not the same cannot be compared. */
async function assertSameItems(urls: ReadonlyMap<ServerName, string>, { name, ours, byHand }: HttpList): Promise<void> {
  const answers = new Set<string>();
  for (const [server, url] of urls) {
    const answer = await fetch(`${url}${itemsPath}?${server === "cmgen" ? ours : byHand}`);
    const { items, total } = (await answer.json()) as { readonly items: readonly SentItem[]; readonly total?: number };
    answers.add(JSON.stringify([items.map(({ metadata }) => metadata.name), total]));
  }
  if (answers.size > 1) throw new Error(`${name}: the services give ${[...answers].join(" and ")}`);
}

interface SentItem {
  readonly metadata: { readonly name: string };
}

type Rates = Readonly<Record<ServerName, number[]>>;

interface Loaded {
  readonly loader: Child;
  readonly urls: ReadonlyMap<ServerName, string>;
}

/** The servers in turn, the first of a round being another each time. */
async function measure(context: BenchContext, scenario: HttpScenario, { loader, urls }: Loaded): Promise<Rates> {
  const rates: Rates = { cmgen: [], "node:http": [], Express: [] };
  const { connections } = scenario;
  const rateOf = async (server: ServerName, seconds: number): Promise<number> => {
    const request: CannonRequest = { url: urls.get(server) ?? "", load: scenario.load(server), connections, seconds };
    return (await loader.ask<CannonAnswer>(request)).perSecond;
  };
  const warmUp = Math.min(WARM_UP_SECONDS, (context.rounds - 1) * context.seconds);
  for (const server of warmUp > 0 ? serverNames : []) await rateOf(server, warmUp);
  for (let round = 0; round < Math.min(context.rounds, ROUNDS); round += 1) {
    for (const place of serverNames.keys()) {
      const server = serverNames[(round + place) % serverNames.length] ?? "cmgen";
      rates[server].push(await rateOf(server, context.seconds));
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
