import process from "node:process";
import { benches } from "../../../scripts/runs/benches.mjs";
import { readOptions } from "../../../scripts/runs/read-run.mjs";
import { main } from "../../../scripts/steps/main.mjs";
import { compileBenches } from "./compile-benches.mjs";

// node launch-named.mjs store,lists [options]: measures what is in src, in one process. `service` has the options of all of it.
// lists@sqlite is run on that database alone.
await main(async () => {
  const [names = "", ...args] = process.argv.slice(2);
  const options = readOptions(benches, "service", args);
  compileBenches();
  const { runBenches } = await import("../dist/run-benches.js");
  await runBenches(names.split(","), options);
});
