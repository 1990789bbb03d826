import { readdirSync } from "node:fs";
import { join } from "node:path";
import { ensureInstalled } from "../steps/install.mjs";
import { main } from "../steps/main.mjs";
import { root } from "../steps/root.mjs";
import { runStep } from "../steps/run.mjs";
import { StepFailed } from "../steps/step-failed.mjs";
import { turbo } from "../steps/turbo.mjs";

const directory = join(root, "test", "bench");

// npm run bench -- <name> [options]: builds, then runs test/bench/<name>.mjs with the options.
await main(async () => {
  const [name, ...options] = process.argv.slice(2);
  const names = benchNames();
  if (name === undefined || !names.includes(name)) {
    const given = name === undefined ? "" : `There is no bench "${name}". `;
    throw new StepFailed(`${given}Usage: npm run bench -- <name>; names: ${names.join(", ") || "none yet"}`, 1);
  }
  await ensureInstalled();
  await turbo(["build"]);
  await runStep(`bench ${name}`, [process.execPath, join(directory, `${name}.mjs`), ...options]);
});

function benchNames() {
  return readdirSync(directory)
    .filter((file) => file.endsWith(".mjs"))
    .map((file) => file.slice(0, -".mjs".length))
    .toSorted();
}
