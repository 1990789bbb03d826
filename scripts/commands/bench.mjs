import { join } from "node:path";
import { benches } from "../runs/benches.mjs";
import { readRun } from "../runs/read-run.mjs";
import { ensureInstalled } from "../steps/install.mjs";
import { main } from "../steps/main.mjs";
import { root } from "../steps/root.mjs";
import { runStep } from "../steps/run.mjs";
import { build } from "../steps/build.mjs";

const directory = join(root, "test", "bench");

// npm run bench -- <name> [options]: builds, then runs the bench with the options.
await main(async () => {
  const args = process.argv.slice(2);
  const run = readRun(benches, args);
  if (run === undefined) return;
  await ensureInstalled();
  await build();
  const { measures } = benches.runs[run.name];
  const [file, ...names] = measures ? ["launch/launch-named.mjs", measures.join()] : [`${run.name}.mjs`];
  await runStep(`bench ${run.name}`, [process.execPath, join(directory, file), ...names, ...args.slice(1)]);
});
