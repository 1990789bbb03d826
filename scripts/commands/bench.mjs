import { join } from "node:path";
import { benches } from "../runs/benches.mjs";
import { readRun } from "../runs/read-run.mjs";
import { ensureInstalled } from "../steps/install.mjs";
import { main } from "../steps/main.mjs";
import { root } from "../steps/root.mjs";
import { runStep } from "../steps/run.mjs";
import { turbo } from "../steps/turbo.mjs";

const directory = join(root, "test", "bench");

// npm run bench -- <name> [options]: builds, then runs the bench with the options.
await main(async () => {
  const [, ...options] = process.argv.slice(2);
  const run = readRun(benches, process.argv.slice(2));
  if (run === undefined) return;
  await ensureInstalled();
  await turbo(["build"]);
  const { measures } = benches.runs[run.name];
  const program = measures === undefined ? `${run.name}.mjs` : join("launch", "launch-named.mjs");
  await runStep(`bench ${run.name}`, [
    process.execPath,
    join(directory, program),
    ...(measures ? [run.name] : []),
    ...options,
  ]);
});
