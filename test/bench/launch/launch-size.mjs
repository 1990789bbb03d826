import process from "node:process";
import { readOptions } from "../../../scripts/runs/read-run.mjs";
import { soaks } from "../../../scripts/runs/soaks.mjs";
import { main } from "../../../scripts/steps/main.mjs";
import { compileBenches } from "./compile-benches.mjs";

// npm run soak -- size [objects]: what a service of so many objects takes, beside one of 100,000, on each database.
await main(async () => {
  const { objects, databases } = readOptions(soaks, "size", process.argv.slice(2));
  compileBenches();
  const { measureSizes } = await import("../dist/size/measure-sizes.js");
  await measureSizes(objects ?? soaks.runs.size.times, databases);
});
