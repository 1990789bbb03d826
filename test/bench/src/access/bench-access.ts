import { copyFile, rm } from "node:fs/promises";
import type { BenchContext } from "../bench-context.js";
import { itemsPath } from "../data/bench-item.js";
import type { BenchDatabase } from "../databases/engine.js";
import type { CannonAnswer, CannonRequest } from "../http/autocannon-child.js";
import type { Load } from "../http/load-child.js";
import type { ServerAnswer } from "../http/servers/server-request.js";
import { type Aim, type Figure, perSecond } from "../measure/figure.js";
import { median } from "../measure/quantile.js";
import { pairedRatio } from "../measure/take-turns.js";
import { startChild, type Child } from "../processes/child.js";
import type { GuardedAnswer, GuardedRole } from "./guarded-server.js";

const ROUNDS = 15;
const CONNECTIONS = 10;

interface Scenario {
  readonly name: string;
  readonly role: GuardedRole;
  readonly guarded: Load;
  readonly open: Load;
  readonly aim: Aim;
}

function scenarios(size: number): readonly Scenario[] {
  const list = (query: string): Load => ({ does: "get", path: `${itemsPath}?${query}` });
  const read: Load = { does: "read", size };
  const page = "page=1&size=20&total=none";
  const group = "fieldSelector=spec.group%3Dgroup-1";
  const least = (amount: number): Aim => ({ bound: "at least", amount });
  return [
    { name: "read one by name, with a token", role: "whole", guarded: read, open: read, aim: least(0.85) },
    {
      name: "20 by a row rule; without access by its selector",
      role: "rows",
      guarded: list(page),
      open: list(`${page}&${group}`),
      aim: least(1 / 1.2),
    },
    {
      name: "20 by a row rule, with total; without access by its selector",
      role: "rows",
      guarded: list("page=1&size=20"),
      open: list(`page=1&size=20&${group}`),
      aim: least(1 / 1.2),
    },
    { name: "20 newest, without two fields", role: "fields", guarded: list(page), open: list(page), aim: least(0.5) },
    {
      name: "1,000 newest, without two fields",
      role: "fields",
      guarded: list("page=1&size=1000&total=none"),
      open: list("page=1&size=1000&total=none"),
      aim: least(0.5),
    },
  ];
}

/** What access costs a request: a service with it beside one without, on two copies of one database. */
export async function benchAccess(context: BenchContext, database: BenchDatabase): Promise<readonly Figure[]> {
  const started: Child[] = [];
  const start = (module: string): Child => {
    const child = startChild(module, import.meta.url);
    started.push(child);
    return child;
  };
  const { engine, url, size, statements } = database;
  // An SQLite file belongs to one process.
  const copy = engine === "sqlite" ? `${url}-guarded` : url;
  try {
    if (copy !== url) await copyFile(url.slice("file:".length), copy.slice("file:".length));
    const served = { engine, statements, plugin: context.plugin.module };
    const guarded = await start("./guarded-server.js").ask<GuardedAnswer>({ ...served, url: copy });
    const open = await start("../http/servers/cmgen-server.js").ask<ServerAnswer>({ ...served, url });
    const loader = start("../http/autocannon-child.js");
    const rate = async (server: ServerAnswer, load: Load, token?: string): Promise<number> => {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
      const request: CannonRequest = {
        url: server.url,
        load,
        connections: CONNECTIONS,
        seconds: context.seconds / 2,
        headers,
      };
      return (await loader.ask<CannonAnswer>(request)).perSecond;
    };
    const figures: Figure[] = [];
    for (const scenario of scenarios(size).filter(({ name }) => name.includes(context.row ?? ""))) {
      const turns = await takeTurns(Math.min(context.rounds, ROUNDS), {
        guarded: () => rate(guarded, scenario.guarded, guarded.tokens[scenario.role]),
        open: () => rate(open, scenario.open),
      });
      figures.push({
        bench: "access",
        database: engine,
        size,
        name: scenario.name,
        values: { "with access": perSecond(median(turns.guarded)), without: perSecond(median(turns.open)) },
        ratio: pairedRatio(turns.guarded, turns.open),
        aim: scenario.aim,
      });
    }
    return figures;
  } finally {
    for (const child of started) await child.stop();
    if (copy !== url) await rm(copy.slice("file:".length), { force: true });
  }
}

type Side = "guarded" | "open";

/** The rates of both sides, alternating. The first round warms up. */
async function takeTurns(
  rounds: number,
  ask: Readonly<Record<Side, () => Promise<number>>>,
): Promise<Readonly<Record<Side, readonly number[]>>> {
  const turns: Record<Side, number[]> = { guarded: [], open: [] };
  for (let round = -1; round < rounds; round += 1) {
    const sides: readonly Side[] = round % 2 === 0 ? ["guarded", "open"] : ["open", "guarded"];
    for (const side of sides) {
      const found = await ask[side]();
      if (round >= 0) turns[side].push(found);
    }
  }
  return turns;
}
