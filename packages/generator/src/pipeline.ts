import { recordRun } from "./cache/record-run.js";
import { configText, loadConfig } from "./config/load-config.js";
import { emit } from "./emit/emit.js";
import { emittersOf } from "./emit/emitters.js";
import { prismaClientFiles } from "./emit/prisma/prisma-client-files.js";
import type { GenerateOptions, GenerateResult } from "./generate-result.js";
import { emitMigrations } from "./migrate/emit-migrations.js";
import { lastManifest } from "./output/last-manifest.js";
import { output } from "./output/output.js";
import { PluginFiles } from "./output/plugin-files.js";
import { read } from "./read/read.js";

/** Runs every stage; see {@link generate}. What passes from one to the next is plain data. */
export async function runPipeline(root: string, options: GenerateOptions): Promise<GenerateResult> {
  const { check = false, force = false, acceptDataLoss = false, time = new Date() } = options;
  const configFile = configText(root);
  const config = await loadConfig(root);
  const { project, diagnostics, sources, inputs } = await read(root, config);
  const nothing = { diagnostics, sources, changes: [], conflicts: [], losses: [], unchanged: 0 };
  if (diagnostics.some(({ severity }) => severity === "error")) return { ...nothing, status: "invalid" };
  const { prismaDir, databases, outDir } = config;
  const migrations = await emitMigrations(project, root, { prismaDir, databases, time });
  const { losses } = migrations;
  if (losses.length > 0 && !check && !acceptDataLoss) return { ...nothing, losses, status: "data-loss" };
  const emitted = emit(emittersOf(config), project, config);
  const disk = new PluginFiles(root);
  const last = { manifest: lastManifest(disk, { outDir, force }), read: (path: string) => disk.read(path) };
  const files = [...emitted, ...(await prismaClientFiles(emitted, config, last)), ...migrations.files];
  const { status, changes, conflicts, unchanged, manifest } = await output(root, files, { outDir, check, force });
  if (status === "written" && !check) {
    recordRun(root, { config, configFile, inputs, manifest, diagnostics, files: files.length });
  }
  return { status, diagnostics, sources, changes, conflicts, losses, unchanged };
}
