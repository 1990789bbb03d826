import { join } from "node:path";
import process from "node:process";
import { readRun } from "../runs/read-run.mjs";
import { soaks } from "../runs/soaks.mjs";
import { ensureInstalled } from "../steps/install.mjs";
import { main } from "../steps/main.mjs";
import { root } from "../steps/root.mjs";
import { runStep } from "../steps/run.mjs";
import { nodeTool } from "../steps/tools.mjs";
import { build } from "../steps/build.mjs";

// npm run soak -- <name> [times]: builds, then runs what `npm test` does of it, but so often.
await main(async () => {
  const run = readRun(soaks, process.argv.slice(2));
  if (run === undefined) return;
  const { tests, variable, times, program } = soaks.runs[run.name];
  await ensureInstalled();
  await build();
  if (program !== undefined) {
    await runStep(`soak ${run.name}`, [process.execPath, join(root, program), ...process.argv.slice(3)]);
    return;
  }
  const env = { [variable]: String(run.options.times ?? times) };
  await runStep(`soak ${run.name}`, nodeTool("vitest/vitest.mjs", ["run", ...tests.split(" ")]), { env });
});
