import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { compileBenches } from "./launch/launch.mjs";

// npm run bench -- cli [--rounds 15]
// How long the command line takes to start, as processor time of whole processes: the median of rounds in which each command and an empty
// Node.js take turns. Processor time, because a machine that does other things as well makes processes wait.

const root = fileURLToPath(new URL("../../", import.meta.url));
const cmgen = join(root, "packages", "cli", "bin", "cmgen.js");
const recorder = fileURLToPath(new URL("launch/record-cpu.cjs", import.meta.url));

const { values: options } = parseArgs({ options: { rounds: { type: "string", default: "15" } } });
const commands = {
  "cmgen --help": ["--help"],
  "cmgen --version": ["--version"],
  "cmgen generate --help": ["generate", "--help"],
};

compileBenches();
const { printFigures } = await import("./dist/measure/print-figures.js");
const { seconds } = await import("./dist/measure/figure.js");
const folder = mkdtempSync(join(tmpdir(), "cmgen-bench-cli-"));
try {
  process.stdout.write(printFigures(measure(Number(options.rounds)), () => "cmgen, processor time to start"));
} finally {
  rmSync(folder, { recursive: true });
}

function measure(rounds) {
  const empty = [];
  const taken = new Map(Object.keys(commands).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    empty.push(cpuSeconds(["-e", "0"]));
    for (const [name, args] of Object.entries(commands)) taken.get(name).push(cpuSeconds([cmgen, ...args]));
  }
  const start = median(empty);
  return [...taken].map(([name, samples]) => ({
    bench: "cli",
    size: 0,
    name,
    values: { cmgen: seconds(median(samples)), "node -e 0": seconds(start) },
    ratio: median(samples) / start,
    ...(name === "cmgen --help" && { aim: { bound: "at most", amount: 2.2 } }),
  }));
}

function cpuSeconds(args) {
  const { status, output, stderr } = spawnSync(process.execPath, ["--require", recorder, ...args], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe", "pipe"],
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}:\n${stderr}`);
  return Number(output[3]);
}

function median(numbers) {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];
}
