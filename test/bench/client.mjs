import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { benches } from "../../scripts/runs/benches.mjs";
import { readOptions } from "../../scripts/runs/read-run.mjs";
import { bundleSizes } from "./client/bundle-sizes.mjs";
import { writeSdks } from "./client/sdks.mjs";
import { writeBenchPlugin } from "./generate/bench-plugin.mjs";
import { rivals } from "./generate/rivals.mjs";
import { runMeasured } from "./generate/run-measured.mjs";
import { compileBenches } from "./launch/compile-benches.mjs";

// npm run bench -- client
// What a client costs whoever uses it, beside the clients that other generators make of the same OpenAPI document: seconds and memory of
// type-checking the whole SDK and a program that uses two models of it, in turns over several rounds; and bytes in a page. openapi-typescript
// makes types only, so openapi-fetch does the calling. --record puts the tables into docs/measurements.md.

const root = fileURLToPath(new URL("../../", import.meta.url));
const cache = join(root, "node_modules", ".cache", "cmgen-bench");
const compilers = { "TypeScript 5.9": "typescript-5.9", "TypeScript 7.0": "typescript" };

const options = readOptions(benches, "client", process.argv.slice(2));
const { limit } = options;
compileBenches();
const { printFigures } = await import("./dist/measure/print-figures.js");
const { recordFigures } = await import("./dist/record-figures.js");
const rivalModules = join(cache, "rivals", "node_modules");
const others = rivals({ root, cache: join(cache, "rivals") });
const figures = [];
for (const count of options.models) {
  const measured = await measure(count);
  process.stdout.write(`\n${printFigures(measured)}`);
  figures.push(...measured);
}
for (const [name, { missing }] of others) if (missing !== undefined) process.stdout.write(`${name}: ${missing}\n`);
if (options.record) await recordFigures(figures);

async function measure(count) {
  const plugin = join(cache, `client-plugin-${count}`);
  const scaffold = join(root, "templates", "scaffold");
  writeBenchPlugin({ directory: plugin, count, scaffold, modules: join(root, "node_modules") });
  await runMeasured({ script: join(root, "packages/cli/bin/cmgen.js"), args: ["generate"], cwd: plugin, limit });
  const directory = join(cache, `clients-${count}`);
  mkdirSync(directory, { recursive: true });
  const sdks = await writeSdks({ plugin, directory, root, others, rivalModules, limit });
  const checks = await checkInTurns(sdks);
  const rows = [];
  for (const [name, folder] of sdks) rows.push({ name, checks: checks.get(name), sizes: await bundleSizes(folder) });
  return figuresOf(count, rows);
}

async function checkInTurns(sdks) {
  const samples = new Map([...sdks.keys()].map((name) => [name, new Map()]));
  for (let round = 0; round < options.rounds; round += 1) {
    for (const [name, folder] of sdks) {
      for (const [compiler, packageName] of Object.entries(compilers)) {
        const args = ["-p", join(folder, "tsconfig.json")];
        const sample = await runMeasured({ script: compilerAt(packageName), args, cwd: folder, limit });
        const own = samples.get(name);
        own.set(compiler, [...(own.get(compiler) ?? []), sample]);
      }
    }
  }
  return samples;
}

function compilerAt(packageName) {
  const manifest = createRequire(join(root, "package.json")).resolve(`${packageName}/package.json`);
  return join(dirname(manifest), "bin", "tsc");
}

/** The ratio is that of the time under TypeScript 5.9 to the fastest of the others. */
function figuresOf(size, rows) {
  const secondsOf = ({ checks }, compiler) => median(checks.get(compiler).map(({ seconds }) => seconds));
  const isOurs = ({ name }) => name.startsWith("cmgen");
  const fastest = Math.min(...rows.filter((row) => !isOurs(row)).map((row) => secondsOf(row, "TypeScript 5.9")));
  return rows.map((row) => {
    const [older, newer] = Object.keys(compilers);
    const values = {
      [older]: { amount: secondsOf(row, older), unit: "seconds" },
      memory: { amount: median(row.checks.get(older).map(({ megabytes }) => megabytes)), unit: "MB" },
      [newer]: { amount: secondsOf(row, newer), unit: "seconds" },
      "page with one model": { amount: row.sizes.one, unit: "bytes" },
      "one model more": { amount: row.sizes.further, unit: "bytes" },
    };
    const compared = Number.isFinite(fastest) && isOurs(row) && { ratio: values[older].amount / fastest };
    const aim = compared && row.name === "cmgen generate" && { aim: { bound: "at most", amount: 1 } };
    return { bench: "client", size, name: row.name, values, ...compared, ...aim };
  });
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
