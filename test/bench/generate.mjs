import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { writeBenchPlugin } from "./generate/bench-plugin.mjs";
import { rivals } from "./generate/rivals.mjs";
import { runMeasured } from "./generate/run-measured.mjs";

// npm run bench -- generate [--models 1,100,1000] [--rounds 5] [--limit 60]
// Times `cmgen generate` as whole processes, every emitter on: cold (nothing generated yet, no cache) and with nothing changed;
// beside it, in the same rounds, generators that only make a client out of the OpenAPI document the cold run wrote. A program that has
// not finished after --limit seconds is stopped, said to be over the limit, and not started again for that many models.

const root = fileURLToPath(new URL("../../", import.meta.url));
const cache = join(root, "node_modules", ".cache", "cmgen-bench");
const cmgen = join(root, "packages", "cli", "bin", "cmgen.js");

const { values: options } = parseArgs({
  options: {
    models: { type: "string", default: "1,100,1000" },
    rounds: { type: "string", default: "5" },
    limit: { type: "string", default: "60" },
  },
});
const others = rivals({ root, cache: join(cache, "rivals") });
for (const count of options.models.split(",").map(Number)) report(count, await measure(count, Number(options.rounds)));

async function measure(count, rounds) {
  const directory = join(cache, `plugin-${count}`);
  const results = new Map();
  for (let round = 0; round < rounds; round += 1) {
    // Prisma's own client generator is timed apart: it runs only when the schema changed, and a config can switch it off.
    writeAfresh({ directory, count, prismaClient: true });
    await add(results, "cmgen generate, cold, Prisma Client", { script: cmgen, args: ["generate"], cwd: directory });
    writeAfresh({ directory, count, prismaClient: false });
    await add(results, "cmgen generate, cold", { script: cmgen, args: ["generate"], cwd: directory });
    await add(results, "cmgen generate, nothing changed", { script: cmgen, args: ["generate"], cwd: directory });
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
  writeBenchPlugin({ ...plugin, modules: join(root, "node_modules") });
  rmSync(join(root, "node_modules", ".cache", "cmgen"), { recursive: true, force: true });
}

async function add(results, name, command) {
  const sample = await runMeasured({ ...command, limit: Number(options.limit) });
  results.set(name, [...(results.get(name) ?? []), sample]);
}

function report(count, results) {
  const base = median(results.get("openapi-typescript").map(({ seconds }) => seconds));
  process.stdout.write(`\n${count} model${count === 1 ? "" : "s"}; medians of whole processes\n`);
  for (const [name, samples] of results) {
    const seconds = median(samples.map((sample) => sample.seconds));
    const megabytes = median(samples.map((sample) => sample.megabytes));
    process.stdout.write(`  ${name.padEnd(36)} ${figures({ seconds, megabytes, base })}\n`);
  }
  for (const [name, { missing }] of others) if (missing !== undefined) process.stdout.write(`  ${name}: ${missing}\n`);
}

function figures({ seconds, megabytes, base }) {
  if (seconds === Infinity) return `over ${options.limit} s, stopped`;
  const ratio = (seconds / base).toFixed(2);
  return `${seconds.toFixed(2).padStart(7)} s  ${megabytes.toFixed(0).padStart(6)} MB  ${ratio.padStart(6)} of openapi-typescript`;
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
