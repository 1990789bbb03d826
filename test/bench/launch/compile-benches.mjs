import { execFileSync } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { nodeTool } from "../../../scripts/steps/tools.mjs";

const folder = fileURLToPath(new URL("../", import.meta.url));

/** Compiles the benches, so that what is measured runs as it would in a service. */
export function compileBenches() {
  const [node, ...compiler] = nodeTool("typescript/bin/tsc", ["--project", folder]);
  execFileSync(node, compiler, { stdio: "inherit" });
}

/** Compiles the benches and runs those named with the command line's options. */
export async function launch(names) {
  compileBenches();
  const { runBenches } = await import("../dist/run-benches.js");
  await runBenches(names, process.argv.slice(2));
}
