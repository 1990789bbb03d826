import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { benches } from "../../scripts/runs/benches.mjs";
import { readOptions } from "../../scripts/runs/read-run.mjs";
import { changeOneModel, writeBenchPlugin } from "./generate/bench-plugin.mjs";
import { figuresOf } from "./generate/figures.mjs";
import { rivals } from "./generate/rivals.mjs";
import { runMeasured } from "./generate/run-measured.mjs";
import { runWatching } from "./generate/run-watching.mjs";
import { compileBenches } from "./launch/compile-benches.mjs";

// npm run bench -- generate
// Times `cmgen generate` as whole processes, with the config and the tsconfig that `cmgen init` writes: cold (nothing generated yet, no
// cache), with nothing changed, and with one model changed under --watch; beside it, in the same rounds, generators that only make a client out of the
// OpenAPI document the cold run wrote. A program that has not finished after --limit seconds is stopped, said to be over the limit, and
// not started again for that many models. --record puts the tables into docs/measurements.md.

const root = fileURLToPath(new URL("../../", import.meta.url));
const cache = join(root, "node_modules", ".cache", "cmgen-bench");
const cmgen = join(root, "packages", "cli", "bin", "cmgen.js");

const options = readOptions(benches, "generate", process.argv.slice(2));
compileBenches();
const { printFigures } = await import("./dist/measure/print-figures.js");
const { recordFigures } = await import("./dist/record-figures.js");
const others = rivals({ root, cache: join(cache, "rivals") });
const figures = [];
for (const count of options.models) {
  const measured = figuresOf(count, await measure(count, options.rounds));
  process.stdout.write(`\n${printFigures(measured)}`);
  figures.push(...measured);
}
for (const [name, { missing }] of others) if (missing !== undefined) process.stdout.write(`${name}: ${missing}\n`);
if (options.record) await recordFigures(figures);

async function measure(count, rounds) {
  const directory = join(cache, `plugin-${count}`);
  const results = new Map();
  const generate = { script: cmgen, args: ["generate"], cwd: directory };
  for (let round = 0; round < rounds; round += 1) {
    writeAfresh({ directory, count });
    await add(results, "cold", generate);
    await add(results, "nothing changed", generate);
    await add(results, "one model changed under --watch", {
      ...generate,
      change: () => changeOneModel({ directory, count }),
    });
    for (const [name, rival] of others) {
      if (rival.missing !== undefined || results.get(name)?.some(({ seconds }) => seconds === Infinity)) continue;
      const output = join(cache, "output", name);
      rmSync(output, { recursive: true, force: true });
      mkdirSync(output, { recursive: true });
      const args = rival.args(join(directory, "openapi.json"), output);
      await add(results, name, { script: rival.script, args, cwd: output });
    }
  }
  return results;
}

function writeAfresh(plugin) {
  const scaffold = join(root, "templates", "scaffold");
  writeBenchPlugin({ ...plugin, scaffold, modules: join(root, "node_modules") });
  rmSync(join(root, "node_modules", ".cache", "cmgen"), { recursive: true, force: true });
}

async function add(results, name, command) {
  const run = command.change === undefined ? runMeasured : runWatching;
  const sample = await run({ ...command, limit: options.limit });
  results.set(name, [...(results.get(name) ?? []), sample]);
}
