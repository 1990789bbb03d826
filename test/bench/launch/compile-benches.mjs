import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { nodeTool } from "../../../scripts/steps/tools.mjs";

const folder = fileURLToPath(new URL("../", import.meta.url));

/** Compiles the benches, so that what is measured runs as it would in a service. */
export function compileBenches() {
  const [node, ...compiler] = nodeTool("typescript/bin/tsc", ["--project", folder]);
  execFileSync(node, compiler, { stdio: "inherit" });
}
