import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { isMainThread } from "node:worker_threads";

// Loaded into each measured process: its peak resident memory in kilobytes, which no parent can read of a child from Node.js.
const directory = process.env["CMGEN_BENCH_USAGE"];
if (directory !== undefined && isMainThread) {
  process.on("exit", () => writeFileSync(join(directory, `${process.pid}`), `${process.resourceUsage().maxRSS}`));
}
