import process from "node:process";
import { launch } from "./launch.mjs";

// node launch-named.mjs store,lists [options]: several benches in one process, for the test of the benches.
const [names = ""] = process.argv.splice(2, 1);
await launch(names.split(","));
