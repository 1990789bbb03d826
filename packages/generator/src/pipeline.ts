import { recordRun } from "./cache/record-run.js";
import { watchedFolders } from "./cache/watched-folders.js";
import { check } from "./check/check.js";
import { ConfigError } from "./config/config-error.js";
import { configText, loadConfig } from "./config/load-config.js";
import type { ResolvedConfig } from "./config/resolved-config.js";
import { sortDiagnostics } from "./diagnostic/sort-diagnostics.js";
import { emit, type EmittedFile } from "./emit/emit.js";
import { EmitterError } from "./emit/emitter-error.js";
import { emittersOf } from "./emit/emitters.js";
import { prismaClientFiles } from "./emit/prisma/prisma-client-files.js";
import type { GenerateOptions, GenerateResult } from "./generate-result.js";
import { emitMigrations, type EmittedMigrations } from "./migrate/emit-migrations.js";
import type { ProjectModel } from "./model/model.js";
import { FormatError } from "./output/format-error.js";
import { lastOutput } from "./output/last-manifest.js";
import { output } from "./output/output.js";
import { PluginFiles } from "./output/plugin-files.js";
import { read } from "./read/read.js";

/** Runs every stage; see {@link generate}. What passes from one to the next is plain data. */
export async function runPipeline(root: string, options: GenerateOptions): Promise<GenerateResult> {
  const { check: compareOnly = false, force = false, acceptDataLoss = false } = options;
  const configFile = configText(root);
  const config = await loadConfig(root);
  const { project, diagnostics: slips, sources, inputs } = await read(root, config);
  const diagnostics = sortDiagnostics([...slips, ...check(project, config)]);
  const folders = [...watchedFolders(root, config.models, inputs.keys())];
  const nothing = { diagnostics, sources, changes: [], conflicts: [], losses: [], unchanged: 0, folders };
  if (diagnostics.some(({ severity }) => severity === "error")) return { ...nothing, status: "invalid" };
  const { files, losses, emitted } = await emitEverything(root, project, { ...options, config });
  if (losses.length > 0 && !compareOnly && !acceptDataLoss) return { ...nothing, losses, status: "data-loss" };
  const outcome = await output(root, files, { outDir: config.outDir, check: compareOnly, force }).catch(
    (error: unknown) => blameAuthor(error, emitted, config),
  );
  const { status, changes, conflicts, unchanged, manifest } = outcome;
  if (status === "written" && !compareOnly)
    recordRun(root, { config, configFile, inputs, manifest, diagnostics, folders });
  return { ...nothing, status, changes, conflicts, losses, unchanged };
}

type EmitOptions = GenerateOptions & { readonly config: ResolvedConfig };

interface Everything extends EmittedMigrations {
  /** Those of the files that emitters made. */
  readonly emitted: readonly EmittedFile[];
}

/** What emitters make, and what goes on from what is there already: the Prisma Client and the migrations. */
async function emitEverything(root: string, project: ProjectModel, options: EmitOptions): Promise<Everything> {
  const { config, force = false, time = new Date() } = options;
  const { prismaDir, databases, outDir } = config;
  const emitted = emitFiles(project, config);
  const disk = new PluginFiles(root);
  const prismaClient = await prismaClientFiles(emitted, config, lastOutput(disk, { outDir, force }));
  const { files, losses } = await emitMigrations(project, root, { prismaDir, databases, time });
  return { files: [...emitted, ...prismaClient, ...files], losses, emitted };
}

/** @throws {ConfigError} where an emitter of the plugin's own fails. */
function emitFiles(project: ProjectModel, config: ResolvedConfig): readonly EmittedFile[] {
  try {
    return emit(emittersOf(config), project, config);
  } catch (error) {
    if (error instanceof EmitterError && isTheirs(error.emitter, config)) {
      throw new ConfigError("cmgen.config.ts", [error.message], { cause: error });
    }
    throw error;
  }
}

/** @throws {ConfigError} where an emitter of the plugin's own made text that is no TypeScript; else what it is given. */
function blameAuthor(error: unknown, emitted: readonly EmittedFile[], config: ResolvedConfig): never {
  if (error instanceof FormatError) {
    const emitter = emitted.find(({ path }) => path === error.path)?.emitter;
    if (emitter !== undefined && isTheirs(emitter, config)) {
      const problem = `The emitter "${emitter}" makes ${error.path}, which is no TypeScript: ${error.problem.trimEnd()}`;
      throw new ConfigError("cmgen.config.ts", [problem], { cause: error });
    }
  }
  throw error;
}

function isTheirs(emitter: string, { emitters }: ResolvedConfig): boolean {
  return emitters.some(({ name }) => name === emitter);
}
