import process from "node:process";
import { benches } from "../../../scripts/runs/benches.mjs";
import { readOptions } from "../../../scripts/runs/read-run.mjs";
import { main } from "../../../scripts/steps/main.mjs";
import { compileBenches } from "./compile-benches.mjs";

// node launch-named.mjs <run> [options]: a run of scripts/runs/benches.mjs that measures what is in src. For the test of the benches, several
// of those, as in store,lists, are measured in one process with the options of `service`.
await main(async () => {
  const [name = "", ...args] = process.argv.slice(2);
  const isRun = Object.hasOwn(benches.runs, name);
  const options = readOptions(benches, isRun ? name : "service", args);
  compileBenches();
  const { runBenches } = await import("../dist/run-benches.js");
  await runBenches(isRun ? benches.runs[name].measures : name.split(","), options);
});
