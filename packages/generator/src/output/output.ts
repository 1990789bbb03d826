import type { GeneratedFile } from "../emitter/emitter.js";
import { formatFiles, type FormattedTexts } from "./format-files.js";
import { lastManifest } from "./last-manifest.js";
import { manifestPath, printManifest } from "./manifest.js";
import { type OutputPlan, planOutput } from "./plan-output.js";
import { type OnWritten, PluginFiles } from "./plugin-files.js";

export interface OutputOptions {
  /** Folder of generated files, where the manifest is. */
  readonly outDir: string;
  /** Path of the manifest, where it is not the usual one. */
  readonly manifest?: string;
  /** Path of the manifest that the last run wrote, as far as it is known. */
  readonly previous?: string | undefined;
  /** Compare only: nothing is written. */
  readonly check: boolean;
  /** Say how a run would end, and write nothing. Default `false`. */
  readonly dryRun?: boolean;
  /** Overwrite files that were edited by hand, or that stand where a generated one belongs. */
  readonly force: boolean;
  /** Whether files of the last run that are not among those given are removed. Default `true`. */
  readonly removesStale?: boolean;
  readonly onWritten?: OnWritten;
  readonly formatted?: FormattedTexts | undefined;
}

/** `written`: the files are as they should be, whether any had to change or not. Only this status writes anything. */
export type OutputStatus = "written" | "drift" | "conflict";

export interface OutputResult extends OutputPlan {
  readonly status: OutputStatus;
}

/**
 * Brings the files below `root` in line with `files`: the one place that writes.
 *
 * @throws {OutputError} where a file cannot be read or written.
 * @throws {FormatError} where a file is not TypeScript.
 */
export async function output(
  root: string,
  files: readonly GeneratedFile[],
  options: OutputOptions,
): Promise<OutputResult> {
  const disk = new PluginFiles(root, options.onWritten);
  const last = lastManifest(disk, options);
  const { removesStale = true, formatted } = options;
  const given = new Set(files.map(({ path }) => path));
  const isLeft = (path: string): boolean => !removesStale && !given.has(path);
  const left = [...last.manifest].filter(([path]) => isLeft(path));
  const others = new Map([...last.manifest].filter(([path]) => !isLeft(path)));
  const planned = planOutput(await formatFiles(files, formatted), others, (path) => disk.read(path));
  // The manifest names all files; those that a run is not about do not count.
  const plan = { ...planned, manifest: new Map([...left, ...planned.manifest]) };
  const status = statusOf(plan, options);
  if (status === "written" && !options.check && options.dryRun !== true) {
    writeOutput(disk, plan, { from: last.path, to: options.manifest ?? manifestPath(options.outDir) });
  }
  return { ...plan, status };
}

function statusOf({ changes, conflicts }: OutputPlan, { check, force }: OutputOptions): OutputStatus {
  if (check) return changes.length > 0 ? "drift" : "written";
  return conflicts.length > 0 && !force ? "conflict" : "written";
}

/** Where the manifest was, and where it is to be. */
interface ManifestMove {
  readonly from: string;
  readonly to: string;
}

/** Does what a plan says. The manifest comes last: a run that was cut off leaves files that the next one finds right. */
function writeOutput(files: PluginFiles, plan: OutputPlan, { from, to }: ManifestMove): void {
  const written = plan.changes.flatMap(({ path, after }) => (after === undefined ? [] : [[path, after] as const]));
  const removed = plan.changes.flatMap(({ path, after }) => (after === undefined ? [path] : []));
  if (plan.changes.length > 0) files.change(new Map(written), removed);
  const manifest = printManifest(plan.manifest);
  if (files.read(to) !== manifest) files.change(new Map([[to, manifest]]), from === to ? [] : [from]);
}
