import { givenConfig, type RecalledRun } from "./cache/recall-run.js";
import { recordRun } from "./cache/record-run.js";
import { recordedManifest } from "./cache/run-record.js";
import { watchedFolders } from "./cache/watched-folders.js";
import { type CheckedPlugin, checkPlugin } from "./check-plugin.js";
import { sortDiagnostics } from "./diagnostic/sort-diagnostics.js";
import { blameAuthor, emitEverything, type Everything } from "./emit-everything.js";
import type { DerivedNames, GenerateOptions, GenerateResult } from "./generate-result.js";
import { preloadSchemaEngine } from "./migrate/load-schema-engine.js";
import type { Model } from "./model/model.js";
import { output } from "./output/output.js";
import { readPlugin } from "./read-plugin.js";

/** With what is known of the plugin's files and folders. */
export interface PipelineOptions extends GenerateOptions, Omit<RecalledRun, "record"> {}

/** Runs every stage: read, check, emit, write; see {@link generate}. What passes from one to the next is plain data. */
export async function runPipeline(root: string, options: PipelineOptions): Promise<GenerateResult> {
  const { check: compareOnly = false, dryRun = false, force = false, only, hashes, memory, onStage } = options;
  const previous = recordedManifest(root, givenConfig(root, options.config));
  // The first run makes the first migration, as a rule.
  if (previous === undefined) preloadSchemaEngine();

  const plugin = await readPlugin(root, options);
  const { config, configFile } = plugin;

  const checked = await checkPlugin(root, plugin, options);
  const { project, diagnostics, sources, inputs } = checked;
  const folders = [...new Set([...watchedFolders(root, config, inputs.keys()), ...plugin.folders])];
  const nothing = {
    diagnostics,
    sources,
    changes: [],
    conflicts: [],
    losses: [],
    broken: [],
    named: [],
    unchanged: 0,
    folders,
  };
  if (!checked.isValid) return { ...nothing, status: "invalid" };

  onStage?.("emit");
  const authored = { config, configFile };
  const emitted = await emitEverything(project, authored, { ...options, root, previous });
  const { files, losses, broken, named } = emitted;
  const refused = refusalOf(emitted, checked, options);
  if (refused !== undefined) return { ...nothing, ...refused };

  onStage?.("write");
  const outcome = await output(root, files, {
    outDir: config.outDir,
    check: compareOnly,
    dryRun,
    force,
    previous,
    formatted: memory?.formatted,
    onWritten: (path, stats) => hashes.wrote(path, stats),
    // Files of what was not selected stay.
    removesStale: only === undefined,
  }).catch((error: unknown) => blameAuthor(error, files, authored));
  const { status, changes, conflicts, unchanged, manifest } = outcome;
  if (status === "written" && !compareOnly && !dryRun && only === undefined) {
    recordRun(root, { ...plugin, ...checked, folders, given: options.config, manifest, hashes });
  }
  return { ...nothing, status, changes, conflicts, losses, broken, named: named.map(derivedNames), unchanged };
}

type Refusal = Pick<GenerateResult, "status"> & Partial<GenerateResult>;

/** Why what was emitted must not be written; nothing where it may. */
function refusalOf(
  { renamed, losses, broken }: Everything,
  { diagnostics, textsFor }: CheckedPlugin,
  { check: compareOnly = false, acceptDataLoss = false, acceptBreakingChanges = false }: GenerateOptions,
): Refusal | undefined {
  if (renamed.length > 0) {
    const found = sortDiagnostics([...diagnostics, ...renamed]);
    return { diagnostics: found, sources: textsFor(found), status: "invalid" };
  }
  if (!compareOnly && losses.length > 0 && !acceptDataLoss) return { losses, status: "data-loss" };
  if (!compareOnly && broken.length > 0 && !acceptBreakingChanges) return { broken, status: "breaking" };
  return undefined;
}

function derivedNames({ group, version, kind, plural, singular, derived = [] }: Model): DerivedNames {
  return { kind, apiVersion: `${group}/${version}`, plural, singular, derived };
}
