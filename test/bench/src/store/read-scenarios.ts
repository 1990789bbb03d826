import { envLabel, scatteredNames } from "../data/bench-item.js";
import type { BenchStore } from "./open-bench-store.js";
import type { Scenario } from "./scenario.js";

const NAMES = 1000;
const PAGE = 20;

/** The list of 20 by one label and one field, sorted. */
export const byLabelAndField = `labelSelector=${envLabel}=production&fieldSelector=spec.group=group-1&sort=spec.age`;

export function readOne({ database, items, store, raw }: BenchStore): Scenario {
  const names = scatteredNames(database.size, NAMES);
  const nameOf = (round: number): string => names[round % names.length] ?? "";
  return {
    name: "read one by name",
    cmgen: (round) => store.read(items, nameOf(round)),
    raw: (round) => raw.read(nameOf(round)),
  };
}

export function newest({ database, items, store, raw, plan }: BenchStore): Scenario {
  const planned = plan(`page=1&size=${PAGE}&total=none`);
  return {
    name: "newest 20",
    cmgen: () => store.list(items, planned),
    raw: () => raw.all(database.statements.newest, []),
  };
}

export function firstByLabelAndField({ database, items, store, raw, plan }: BenchStore): Scenario {
  const planned = plan(`page=1&size=${PAGE}&total=none&${byLabelAndField}`);
  return {
    name: "20 by label and field, sorted",
    cmgen: () => store.list(items, planned),
    raw: () => raw.all(database.statements.byLabelAndField, ["group-1", "production"]),
  };
}

export function firstByAge({ database, items, store, raw, plan }: BenchStore): Scenario {
  const planned = plan(`page=1&size=${PAGE}&total=none&sort=spec.age`);
  return {
    name: "page 1 of all, sorted",
    cmgen: () => store.list(items, planned),
    raw: () => raw.all(database.statements.byAge, []),
  };
}

export function deepByAge({ database, items, store, raw, plan }: BenchStore): Scenario {
  const page = Math.floor(database.size / 2 / PAGE) + 1;
  const planned = plan(`page=${page}&size=${PAGE}&total=none&sort=spec.age`);
  return {
    name: "page in the middle of all, sorted",
    cmgen: () => store.list(items, planned),
    raw: () => raw.all(database.statements.deepByAge, [(page - 1) * PAGE]),
  };
}

/** A step of a walk from the middle: what a client that follows `continue` asks for. */
export async function stepByAge({ database, items, store, raw, plan }: BenchStore): Promise<Scenario> {
  const { table } = items;
  const middle = `SELECT x_spec_age AS age, id FROM "${table}" ORDER BY x_spec_age DESC, id DESC LIMIT 1 OFFSET ?`;
  const [row] = await raw.all(middle, [Math.floor(database.size / 2)]);
  const place = { age: Number(row?.["age"]), id: Number(row?.["id"]) };
  const first = plan(`limit=${PAGE}&sort=spec.age`);
  const planned = { ...first, window: { by: "keyset", limit: PAGE, after: [place.age, place.id] } } as const;
  return {
    name: "step by continue in the middle",
    cmgen: () => store.list(items, planned),
    raw: () => raw.all(database.statements.afterByAge, [place.age, place.id, place.age]),
  };
}

export function totalOfLabelAndField({ database, items, store, raw, plan }: BenchStore): Scenario {
  const planned = plan(`page=1&size=1&${byLabelAndField}`);
  return {
    name: "exact total, label and field",
    cmgen: () => store.list(items, planned),
    raw: () => raw.all(database.statements.countLabelAndField, ["group-1", "production"]),
  };
}

/** The filter that most objects of an age and a label match: 0.45 of all. */
export const broad = `labelSelector=${envLabel}=production&fieldSelector=spec.age>=75`;

export function totalOfBroadFilter({ database, items, store, raw, plan }: BenchStore): Scenario {
  const planned = plan(`page=1&size=1&${broad}`);
  return {
    name: "exact total, broad filter, asked before",
    cmgen: () => store.list(items, planned),
    raw: () => raw.all(database.statements.countBroad, [75, "production"]),
  };
}
