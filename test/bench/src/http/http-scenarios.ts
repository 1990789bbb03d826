import { envLabel, itemsPath } from "../data/bench-item.js";
import type { EngineName } from "../databases/engine.js";
import type { Aim } from "../measure/figure.js";
import { byLabelAndField } from "../store/read-scenarios.js";
import type { Load } from "./load-child.js";

export type ServerName = "cmgen" | "node:http" | "Express";

export interface HttpScenario {
  readonly name: string;
  readonly load: (server: ServerName) => Load;
  readonly connections: number;
  readonly aim?: Aim;
}

/** The value that tells how many times as much cmgen answers as Express. */
export const TO_EXPRESS = "cmgen to Express";

/** A list as cmgen is asked for it, and as the hand-written services are. */
export interface HttpList {
  readonly name: string;
  readonly ours: string;
  readonly byHand: string;
}

const broad = `labelSelector=${envLabel}=production&fieldSelector=spec.age>=115&sort=spec.score&page=1&size=20`;
const narrow = `labelSelector=${envLabel}=staging&fieldSelector=spec.age>=133&sort=spec.score&page=1&size=20`;

export const httpLists: readonly HttpList[] = [
  { name: "20 newest, with total", ours: "page=1&size=20", byHand: "list=newest&values=&total=exact" },
  {
    name: "20 of 4.5 %",
    ours: `page=1&size=20&total=none&${byLabelAndField}`,
    byHand: "list=group&values=group-1,production",
  },
  { name: "20 of 21 %", ours: `${broad}&total=none`, byHand: "list=broad&values=115,production" },
  { name: "20 of 21 %, with total", ours: broad, byHand: "list=broad&values=115,production&total=exact" },
  { name: "20 of 1 %", ours: `${narrow}&total=none`, byHand: "list=narrow&values=133,staging" },
  { name: "20 of 1 %, with total", ours: narrow, byHand: "list=narrow&values=133,staging&total=exact" },
];

const FEW = 10;
const MANY = 50;

/** What the services are asked for: objects by name, lists, and creates. */
export function httpScenarios(engine: EngineName, size: number): readonly HttpScenario[] {
  let first = size * 2;
  const create = {
    name: "create, five index rows",
    load: () => ({ does: "create", first: (first += 1_000_000) }) as const,
  };
  // By hand they log less than cmgen does.
  const otherCreates = [
    { log: "outbox", name: "create; by hand with an outbox and a notification", amount: 1 },
    { log: "none", name: "create; by hand without any log", amount: 0.75 },
  ].map(({ log, name, amount }) => ({
    name,
    connections: FEW,
    load: (server: ServerName) => ({
      ...create.load(),
      path: server === "cmgen" ? itemsPath : `${itemsPath}?log=${log}`,
    }),
    ...aimOf(engine, { postgresql: amount }),
  }));
  const readOne = { name: "read one by name", load: () => ({ does: "read", size }) as const };
  const each = [
    { ...readOne, connections: FEW, ...aimOf(engine, { sqlite: 0.7 }) },
    ...httpLists.flatMap(({ name, ours, byHand }) =>
      [FEW, MANY].map((connections) => ({
        name,
        load: (server: ServerName) =>
          ({ does: "get", path: `${itemsPath}?${server === "cmgen" ? ours : byHand}` }) as const,
        connections,
        ...aimOf(engine, { sqlite: 0.6, postgresql: 1 }),
      })),
    ),
    ...[FEW, MANY].map((connections) => ({
      ...create,
      connections,
      ...aimOf(engine, { postgresql: 1 }),
    })),
    ...(engine === "postgresql" ? otherCreates : []),
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
