import { ensureInstalled } from "../steps/install.mjs";
import { main } from "../steps/main.mjs";
import { runStep } from "../steps/run.mjs";
import { StepFailed } from "../steps/step-failed.mjs";
import { nodeTool } from "../steps/tools.mjs";
import { turbo } from "../steps/turbo.mjs";

/** Tests that `npm test` runs a few times and a soak many times: where they are, and which variable says how often. */
const soaks = {
  fuzz: { tests: "test/server/fuzz", variable: "CMGEN_FUZZ_REQUESTS", times: 20000 },
  evolve: { tests: "test/crash/killed-evolution.test.ts", variable: "CMGEN_EVOLUTIONS", times: 50 },
  crash: { tests: "test/crash", variable: "CMGEN_CRASHES", times: 100 },
  references: { tests: "test/references/races.test.ts", variable: "CMGEN_REFERENCE_RACES", times: 1000 },
  workspaces: { tests: "test/install/workspaces.test.ts", variable: "CMGEN_WORKSPACES", times: 3 },
  published: { tests: "test/agreement/published", variable: "CMGEN_PUBLISHED_VALUES", times: 60 },
  model: { tests: "test/store/model.test.ts", variable: "CMGEN_MODEL_RUNS", times: 3000 },
};

// npm run soak -- <name> [times]: builds, then runs what `npm test` does of it, but so often.
await main(async () => {
  const [name, times] = process.argv.slice(2);
  if (name === undefined || !Object.hasOwn(soaks, name) || !/^[1-9]\d*$/.test(times ?? "1")) {
    throw new StepFailed(`Usage: npm run soak -- <name> [times]; names: ${Object.keys(soaks).join(", ")}`, 1);
  }
  const { tests, variable, times: usual } = soaks[name];
  await ensureInstalled();
  await turbo(["build"]);
  const env = { [variable]: times ?? String(usual) };
  await runStep(`soak ${name}`, nodeTool("vitest/vitest.mjs", ["run", tests]), { env });
});
