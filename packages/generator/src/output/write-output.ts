import { printManifest } from "./manifest.js";
import type { OutputPlan } from "./plan-output.js";
import type { PluginFiles } from "./plugin-files.js";

/** Where the manifest was, and where it is to be. */
export interface ManifestMove {
  readonly from: string;
  readonly to: string;
}

/** Does what a plan says. The manifest comes last: a run that was cut off leaves files that the next one finds right. */
export function writeOutput(files: PluginFiles, plan: OutputPlan, { from, to }: ManifestMove): void {
  const written = plan.changes.flatMap(({ path, after }) => (after === undefined ? [] : [[path, after] as const]));
  const removed = plan.changes.flatMap(({ path, after }) => (after === undefined ? [path] : []));
  if (plan.changes.length > 0) files.change(new Map(written), removed);
  const manifest = printManifest(plan.manifest);
  if (files.read(to) !== manifest) files.change(new Map([[to, manifest]]), from === to ? [] : [from]);
}
