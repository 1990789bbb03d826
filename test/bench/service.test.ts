import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, expect, it } from "vitest";
import type { Figure } from "./src/measure/figure.js";

/** What the benches measure. That they run is tested here; how fast anything is, is not. */
const measured = {
  store: [
    "all objects, streamed",
    "exact total, broad filter, first asked",
    "read one by name",
    "newest 20",
    "20 by label and field, sorted",
    "page 1 of all, sorted",
    "page in the middle of all, sorted",
    "step by continue in the middle",
    "exact total, label and field",
    "exact total, broad filter, asked before",
    "create, five index rows",
    "128 creates by 32 writers",
    "update",
    "exact total, broad filter, after a write",
    "index bytes an object",
  ],
  http: [
    "read one by name; 10 connections",
    "20 newest, with total; 10 connections",
    "20 newest, with total; 50 connections",
    "20 of 4.5 %; 10 connections",
    "20 of 4.5 %; 50 connections",
    "20 of 21 %; 10 connections",
    "20 of 21 %; 50 connections",
    "20 of 21 %, with total; 10 connections",
    "20 of 21 %, with total; 50 connections",
    "20 of 1 %; 10 connections",
    "20 of 1 %; 50 connections",
    "20 of 1 %, with total; 10 connections",
    "20 of 1 %, with total; 50 connections",
    "create, five index rows; 10 connections",
    "create, five index rows; 50 connections",
  ],
  files: ["read one by name", "20 of 21 %", "update", "create"],
  load: [
    "reads by name, beside nothing else",
    "reads by name, beside exact totals",
    "reads by name, beside deep pages",
    "reads by name, beside lists of all objects",
    "reads by name, beside all of these",
    "reads by name, beside large objects in JSON",
    "reads by name, beside large lists in JSON",
    "reads by name, beside large objects in YAML",
    "reads by name, beside large lists in YAML",
    "reads by name, beside merge patches of many annotations",
    "memory of the server, at most",
    "reads by name, right after a start",
    "reads by name, beside a controller's first pass",
    "reads by name, while others hold the lock for writing",
    "reads by name, beside 3,000 creates a second",
    "reads by name, beside building an index",
  ],
  watch: [
    "writes, beside no watch",
    "reads by name, while no watch begins",
    "node:http: writes, beside no watch",
    "node:http: reads by name, while no watch begins",
    "writes, beside plain watches",
    "reads by name, while plain watches begin",
    "node:http: writes, beside plain watches",
    "node:http: reads by name, while plain watches begin",
    "writes, beside watches with selectors",
    "reads by name, while watches with selectors begin",
    "memory of the server, at most",
  ],
  /** Of three cells: one list in each state. */
  lists: [
    "all cells",
    "cold",
    "asked before",
    "after a write",
    "match 1 %",
    "terms: 1",
    "with equality",
    "continue",
    "have objects",
    "without total",
  ],
  selectors: ["contains, cold", "contains, asked before"],
  totals: ["one broad term", "two broad terms", "three broad terms"]
    .flatMap((filter) =>
      ["first asked", "asked before", "after a write"].map((state) => `exact total, ${filter}, ${state}`),
    )
    .concat("memory of a process, before and after totals of different broad filters"),
  access: [
    "read one by name, with a token",
    "20 by a row rule; without access by its selector",
    "20 by a row rule, with total; without access by its selector",
    "20 newest, without two fields",
    "1,000 newest, without two fields",
  ],
  aggregates: [
    "count by group",
    "count and sum by group",
    "sum by group of 7 %",
    "all functions by day",
    "count by tag, of which an object has several",
  ],
  batches: ["create 100", "create 1,000"],
  evolve: [
    "objects are checked, before anything is written",
    "objects are changed by an evolve step",
    "indexes are built again",
  ],
  transfer: [
    "export, a kilobyte each",
    "import, nine indexes, as they are",
    "import, nine indexes, through the service",
    "import, no index, as they are",
    "import, no index, through the service",
  ],
  versions: ["20 by label and field, sorted", "1,000 by age"],
  growth: [
    "exact total, broad filter, first asked",
    "read one by name",
    "20 by label and field, sorted",
    "step by continue in the middle",
    "create, five index rows",
  ],
};

/** `npm run soak -- benches` runs all of them, which takes five minutes. */
const isWhole = Number(process.env["CMGEN_BENCHES"] ?? 0) > 0;

/** All benches on the database that needs no server; on the other, those that have statements of their own for everything. */
const whole = { sqlite: Object.keys(measured), postgresql: ["store", "aggregates", "transfer"] };

const run: Readonly<Record<string, readonly string[]>> = isWhole
  ? whole
  : { sqlite: ["store", "files", "batches"], postgresql: ["aggregates"] };

const launcher = fileURLToPath(new URL("launch/launch-named.mjs", import.meta.url));
const options = [
  "--sizes",
  "200",
  "--rounds",
  "1",
  "--seconds",
  "0.05",
  "--only",
  'spec.group=e, by spec.due descending, continue; contains "violin harbour"',
];
let figures: readonly Figure[];

/** One process for all of them, as their scripts start one: it compiles the benches, and generates and compiles their plugin. */
beforeAll(async () => {
  const named = Object.entries(run).flatMap(([database, benches]) => benches.map((bench) => `${bench}@${database}`));
  const args = [launcher, named.join(), ...options, "--databases", Object.keys(run).join(), "--json"];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 24 });
  ({ figures } = JSON.parse(stdout) as { readonly figures: readonly Figure[] });
}, 600_000);

const runs = Object.entries(run).flatMap(([database, benches]) => benches.map((bench) => ({ database, bench })));

it.each(runs)("on $database, $bench measures what it says", ({ database, bench }) => {
  const own = figures.filter((figure) => figure.database === database && figure.bench === bench);
  expect(own.map(({ name }) => name)).toEqual(measured[bench as keyof typeof measured]);
});

it("every amount is a number", () => {
  expect(figures.length).toBeGreaterThan(runs.length);
  // Of cells there may be none above their aim.
  const measurements = figures.flatMap(({ values }) => Object.values(values)).filter(({ unit }) => unit !== "times");
  const amounts = measurements.map(({ amount }) => amount);
  // In a twentieth of a second of a busy machine a service may answer nothing.
  expect(amounts.filter((amount) => !(amount >= 0 && Number.isFinite(amount)))).toEqual([]);
});
