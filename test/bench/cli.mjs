import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { benches } from "../../scripts/runs/benches.mjs";
import { readOptions } from "../../scripts/runs/read-run.mjs";
import { writeBenchPlugin } from "./generate/bench-plugin.mjs";
import { compileBenches } from "./launch/compile-benches.mjs";

// npm run bench -- cli
// Times the command line as whole processes, alternating: an empty Node.js beside `cmgen --help` and a `cmgen generate` of one model that
// finds nothing changed, --rounds times; and the same run without output and cache, in the first --cold of the rounds. Medians; the ratio
// is to the empty Node.js. --record puts the table into docs/measurements.md.

const root = fileURLToPath(new URL("../../", import.meta.url));
const cmgen = join(root, "packages", "cli", "bin", "cmgen.js");
const directory = join(root, "node_modules", ".cache", "cmgen-bench", "plugin-cli");

const options = readOptions(benches, "cli", process.argv.slice(2));
compileBenches();
const { printFigures } = await import("./dist/measure/print-figures.js");
const { recordFigures } = await import("./dist/record-figures.js");

const samples = new Map();
for (let round = 0; round < options.rounds; round += 1) {
  add("node -e 0", ["-e", "0"]);
  add("cmgen --help", [cmgen, "--help"]);
  if (round < options.cold) {
    writeAfresh();
    add("cmgen generate, cold", [cmgen, "generate"]);
  }
  add("cmgen generate, nothing changed", [cmgen, "generate"]);
}
rmSync(directory, { recursive: true, force: true });
const empty = median("node -e 0");
const figures = [...samples.keys()].map((name) => ({
  bench: "cli",
  size: 1,
  name,
  values: { time: { amount: median(name), unit: "seconds" } },
  ...(name !== "node -e 0" && { ratio: median(name) / empty }),
  ...(name === "cmgen --help" && { aim: { bound: "at most", amount: 2.2 } }),
}));
process.stdout.write(`\n${printFigures(figures)}`);
if (options.record) await recordFigures(figures);

function add(name, args) {
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: name.includes("generate") ? directory : root });
  if (status !== 0) throw new Error(`${name} ended with ${status}:\n${stderr}`);
  samples.set(name, [...(samples.get(name) ?? []), (performance.now() - started) / 1000]);
}

function median(name) {
  const sorted = samples.get(name).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** As if nothing had ever been generated. The cache is in the node_modules that the plugin shares with this repository. */
function writeAfresh() {
  const scaffold = join(root, "templates", "scaffold");
  writeBenchPlugin({ directory, count: 1, scaffold, modules: join(root, "node_modules") });
  rmSync(join(root, "node_modules", ".cache", "cmgen"), { recursive: true, force: true });
}
