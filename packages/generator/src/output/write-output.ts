import { manifestPath, printManifest } from "./manifest.js";
import type { OutputPlan } from "./plan-output.js";
import type { PluginFiles } from "./plugin-files.js";

/** Does what a plan says. The manifest comes last: a run that was cut off leaves files that the next one finds right. */
export function writeOutput(files: PluginFiles, plan: OutputPlan, outDir: string): void {
  const written = plan.changes.flatMap(({ path, after }) => (after === undefined ? [] : [[path, after] as const]));
  const removed = plan.changes.flatMap(({ path, after }) => (after === undefined ? [path] : []));
  if (plan.changes.length > 0) files.change(new Map(written), removed);
  const path = manifestPath(outDir);
  const manifest = printManifest(plan.manifest);
  if (files.read(path) !== manifest) files.change(new Map([[path, manifest]]));
}
