import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
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
    "read one by name",
    "read one by name, load sleeps",
    "20 by label and field, sorted",
    "create, five index rows",
  ],
  load: [
    "reads by name, beside nothing else",
    "reads by name, beside exact totals",
    "reads by name, beside deep pages",
    "reads by name, beside lists of all objects",
    "reads by name, beside all of these",
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
    "writes, beside plain watches",
    "reads by name, while plain watches begin",
    "plain watches",
    "writes, beside watches with selectors",
    "reads by name, while watches with selectors begin",
    "watches with selectors",
    "memory of the server, at most",
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

async function run(bench: string, database: string): Promise<readonly Figure[]> {
  const script = fileURLToPath(new URL(`${bench}.mjs`, import.meta.url));
  const args = ["--sizes", "200", "--rounds", "1", "--seconds", "0.05", "--databases", database, "--json"];
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], { maxBuffer: 2 ** 24 });
  return (JSON.parse(stdout) as { readonly figures: readonly Figure[] }).figures;
}

/** All benches on the database that needs no server; on the other, the one that has statements of its own for everything. */
it.each([
  ["service", "sqlite", ["store", "http", "load", "watch", "growth"]],
  ["store", "postgresql", ["store"]],
  ["versions", "sqlite", ["versions"]],
] as const)("%s measures on %s what it says", { timeout: 180_000 }, async (script, database, benches) => {
  const figures = await run(script, database);
  for (const bench of benches) {
    const own = figures.filter((figure) => figure.database === database && figure.bench === bench);
    expect(own.map(({ name }) => name)).toEqual(measured[bench]);
  }
  const amounts = figures.flatMap(({ values }) => Object.values(values).map(({ amount }) => amount));
  expect(amounts.filter((amount) => !(amount > 0 && Number.isFinite(amount)))).toEqual([]);
});
