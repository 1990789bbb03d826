import type { FileHashes } from "./cache/file-hashes.js";
import { nothingMade, writtenHashes } from "./cache/made-files.js";
import type { Making } from "./cache/make-files.js";
import { givenConfig } from "./cache/recall-run.js";
import { recordRun } from "./cache/record-run.js";
import { keepMemory, recallMemory, type RunMemory } from "./cache/run-memory.js";
import { recordedManifest } from "./cache/run-record.js";
import { blameAuthor, emitEverything } from "./emit-everything.js";
import type { GenerateOptions, GenerateResult } from "./generate-result.js";
import { contentHash } from "./output/content-hash.js";
import { output, type OutputOptions } from "./output/output.js";
import { preloadSchemaEngine } from "./migrate/load-schema-engine.js";
import { type ReadPlugin, readPlugin } from "./read-plugin.js";

export interface PipelineOptions extends GenerateOptions {
  /** What is known of the plugin's files. */
  readonly hashes: FileHashes;
}

/**
 * Runs every stage; see {@link generate}. What passes from one to the next is plain data, and what an earlier run read and made is
 * taken over as far as it still holds: the outcome is that of a run that starts from nothing.
 */
export async function runPipeline(root: string, options: PipelineOptions): Promise<GenerateResult> {
  const { check: compareOnly = false, dryRun = false, onStage } = options;
  const memory = recallMemory(root);
  // The first run makes the first migration, as a rule.
  if (memory.known === undefined) preloadSchemaEngine();
  const plugin = await readPlugin(root, {
    config: options.config,
    onStage,
    known: memory.known,
    sound: { by: memory.sound, keys: memory.made.models },
  });
  const { config, configFile, diagnostics, sources, folders, known, sound } = plugin;
  const remember = (more: Partial<RunMemory> = {}): void => {
    if (!compareOnly && !dryRun) keepMemory(root, { ...memory, known, ...more });
  };
  const nothing = { diagnostics, sources, changes: [], conflicts: [], losses: [], broken: [], unchanged: 0, folders };
  if (!plugin.isValid) {
    if (known !== memory.known) remember();
    return { ...nothing, status: "invalid" };
  }
  onStage?.("emit");
  const settings = settingsOf(plugin);
  const made = settings !== "" && memory.settings === settings ? memory.made : nothingMade;
  const previous = recordedManifest(root, givenConfig(root, options.config));
  const emitted = await emitEverything({ root, configFile }, plugin.project, { ...options, config, made, previous });
  const { files, losses, broken, making, snapshots } = emitted;
  if (losses.length > 0 && !compareOnly && options.acceptDataLoss !== true) {
    remember();
    return { ...nothing, losses, status: "data-loss" };
  }
  if (broken.length > 0 && !compareOnly && options.acceptBreakingChanges !== true) {
    remember();
    return { ...nothing, broken, status: "breaking" };
  }
  onStage?.("write");
  const outcome = await output(root, files, { ...outputOptions(plugin, making, options), previous }).catch(
    (error: unknown) => blameAuthor(error, files, plugin),
  );
  const { status, changes, conflicts, unchanged, manifest } = outcome;
  if (status === "written" && !compareOnly && !dryRun && options.only === undefined) {
    recordRun(root, { ...plugin, given: options.config, manifest, hashes: options.hashes });
    remember({ settings, sound, made: settings === "" ? nothingMade : making.madeBy(manifest, snapshots) });
  }
  const reuse = { made: making.changed.length, kept: making.kept.size };
  return { ...nothing, status, changes, conflicts, losses, broken, unchanged, reuse };
}

function outputOptions({ config }: ReadPlugin, { kept }: Making, options: PipelineOptions): OutputOptions {
  const { check = false, dryRun = false, force = false, only } = options;
  return {
    outDir: config.outDir,
    check,
    dryRun,
    force,
    kept: writtenHashes(kept),
    onWritten: (path, stats) => options.hashes.wrote(path, stats),
    // Files of what was not selected stay.
    removesStale: only === undefined,
  };
}

/** What emitted files depend on beside the models; `""` where that cannot be told. */
function settingsOf({ config, configInputs }: ReadPlugin): string {
  if (configInputs === undefined && config.emitters.length > 0) return "";
  // What the config computes is in it; what emitters of the plugin's own do is in their modules.
  const ofEmitters = config.emitters.length > 0 ? [...(configInputs ?? [])] : [];
  return contentHash(JSON.stringify([{ ...config, emitters: [] }, ofEmitters]));
}
