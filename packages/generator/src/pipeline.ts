import { join, relative } from "node:path";

import type { FileHashes } from "./cache/file-hashes.js";
import { IntactFiles, type MadeFiles, nothingMade, writtenHashes } from "./cache/made-files.js";
import { makeFiles, type Making } from "./cache/make-files.js";
import { recordRun } from "./cache/record-run.js";
import { keepMemory, recallMemory, type RunMemory } from "./cache/run-memory.js";
import { watchedFolders } from "./cache/watched-folders.js";
import { check } from "./check/check.js";
import { withoutPackageMisfits } from "./check/without-package-misfits.js";
import { compileModule } from "./compile/compile-module.js";
import { ConfigError } from "./config/config-error.js";
import { configText, loadConfig } from "./config/load-config.js";
import { readTemplates } from "./config/read-templates.js";
import type { ResolvedConfig } from "./config/resolved-config.js";
import type { Diagnostic } from "./diagnostic/diagnostic.js";
import { sortDiagnostics } from "./diagnostic/sort-diagnostics.js";
import { emit, type EmittedFile } from "./emit/emit.js";
import { EmitterError } from "./emit/emitter-error.js";
import type { EmitContext } from "./emit/emitter.js";
import { emittersOf } from "./emit/emitters.js";
import { prismaClientFiles } from "./emit/prisma/prisma-client-files.js";
import type { GenerateOptions, GenerateResult } from "./generate-result.js";
import { emitMigrations, type EmittedMigrations } from "./migrate/emit-migrations.js";
import { preloadSchemaEngine } from "./migrate/load-schema-engine.js";
import { hostingClashes } from "./hosted/hosting-clashes.js";
import { type HostedPlugins, readHostedPlugins } from "./hosted/read-hosted-plugins.js";
import type { ProjectModel } from "./model/model.js";
import { contentHash } from "./output/content-hash.js";
import { FormatError } from "./output/format-error.js";
import { lastOutput } from "./output/last-manifest.js";
import { output } from "./output/output.js";
import { PluginFiles } from "./output/plugin-files.js";
import { read } from "./read/read.js";
import type { ReadResult } from "./read/read-result.js";
import { type OwnTemplates, TemplateError, withTemplates } from "./render/own-templates.js";

export interface PipelineOptions extends GenerateOptions {
  /** What is known of the plugin's files. */
  readonly hashes: FileHashes;
}

/**
 * Runs every stage; see {@link generate}. What passes from one to the next is plain data, and what an earlier run read and made is
 * taken over as far as it still holds: the outcome is that of a run that starts from nothing.
 */
export async function runPipeline(root: string, options: PipelineOptions): Promise<GenerateResult> {
  const { check: compareOnly = false, force = false, acceptDataLoss = false, acceptBreakingChanges = false } = options;
  const configFile = configText(root);
  const config = await loadConfig(root);
  const memory = recallMemory(root);
  // A run that knows of no earlier one makes the first migration, as a rule.
  if (memory.known === undefined) preloadSchemaEngine();
  const hosting = readHostedPlugins(root, config.plugins, configFileOf(root, configFile));
  const reading = await read(root, config, memory.known);
  const { project: declared, diagnostics: slips, known } = reading;
  const templates = readTemplates(root, config.templateDir);
  const inputs = new Map([...reading.inputs, ...hosting.inputs, ...textsOf(root, templates)]);
  const remember = (more: Partial<RunMemory> = {}): void => {
    if (!compareOnly) keepMemory(root, { ...memory, known, ...more });
  };
  const project = hostingProject(withoutPackageMisfits(declared, config), hosting, configFileOf(root, configFile));
  const diagnostics = sortDiagnostics([...slips, ...check(project, config)]);
  const watched = [...watchedFolders(root, config, inputs.keys()), ...reading.folders, join(root, config.templateDir)];
  const folders = [...new Set(watched)];
  const sources = sourcesOf(root, diagnostics, reading);
  const nothing = { diagnostics, sources, changes: [], conflicts: [], losses: [], broken: [], unchanged: 0, folders };
  if (diagnostics.some(({ severity }) => severity === "error")) {
    if (known !== memory.known) remember();
    return { ...nothing, status: "invalid" };
  }
  const settings = settingsOf(config, templates);
  const made = memory.settings === settings && config.emitters.length === 0 ? memory.made : nothingMade;
  const everything = await withTemplates(templates, () => emitEverything(root, project, { ...options, config, made }));
  const { files, losses, broken, making, emitterOf } = everything;
  if (losses.length > 0 && !compareOnly && !acceptDataLoss) {
    remember();
    return { ...nothing, losses, status: "data-loss" };
  }
  if (broken.length > 0 && !compareOnly && !acceptBreakingChanges) {
    remember();
    return { ...nothing, broken, status: "breaking" };
  }
  const kept = writtenHashes(making.kept);
  const outcome = await output(root, files, { outDir: config.outDir, check: compareOnly, force, kept }).catch(
    (error: unknown) => blameAuthor(error, emitterOf, { config, templates }),
  );
  const { status, changes, conflicts, unchanged, manifest } = outcome;
  if (status === "written" && !compareOnly) {
    recordRun(root, { config, configFile, inputs, manifest, diagnostics, folders, hashes: options.hashes });
    const next = config.emitters.length === 0 ? making.madeBy(manifest) : nothingMade;
    remember({ settings, made: next });
  }
  return { ...nothing, status, changes, conflicts, losses, broken, unchanged };
}

/** @throws {ConfigError} if the plugins of the service cannot be together in one. */
function hostingProject(own: ProjectModel, { hosted }: HostedPlugins, configFile: string): ProjectModel {
  if (hosted.length === 0) return own;
  const project = { ...own, hosted };
  const clashes = hostingClashes(project);
  if (clashes.length > 0) throw new ConfigError(configFile, clashes);
  return project;
}

function configFileOf(root: string, text: ReadonlyMap<string, string>): string {
  const [path = join(root, "cmgen.config.ts")] = text.keys();
  return relative(root, path);
}

/** What emitted files depend on beside the models. */
function settingsOf(config: ResolvedConfig, templates: OwnTemplates): string {
  return contentHash(JSON.stringify([{ ...config, emitters: [] }, ...templates]));
}

/** Texts of templates by absolute path. */
function textsOf(root: string, templates: OwnTemplates): ReadonlyMap<string, string> {
  return new Map([...templates.values()].map(({ path, text }) => [join(root, path), text]));
}

/** Texts of the files that diagnostics point into; most of a plugin's files have none. */
function sourcesOf(
  root: string,
  diagnostics: readonly Diagnostic[],
  { sources, inputs }: Pick<ReadResult, "sources" | "inputs">,
): ReadonlyMap<string, string> {
  const names = new Set(diagnostics.flatMap(({ span }) => span?.file ?? []));
  return new Map([...names].map((name) => [name, sources.get(name) ?? inputs.get(join(root, name)) ?? ""]));
}

type EmitOptions = PipelineOptions & {
  readonly config: ResolvedConfig;
  /** What was made before and still holds. */
  readonly made: MadeFiles;
};

interface Everything extends EmittedMigrations {
  readonly making: Making;
  /** Names of emitters by the files they made. */
  readonly emitterOf: ReadonlyMap<string, string>;
}

/** What emitters make, and what goes on from what is there already: the Prisma Client and the migrations. */
async function emitEverything(root: string, project: ProjectModel, options: EmitOptions): Promise<Everything> {
  const { config, force = false, time = new Date(), made, renames = [] } = options;
  const { prismaDir, databases, outDir } = config;
  const disk = new PluginFiles(root);
  const intact = new IntactFiles(made, options.hashes);
  // Migrations are made while a thread makes validators.
  const [making, migrations] = await Promise.all([
    makeFiles(project, (only) => emitFiles(project, { ...config, only }), intact),
    emitMigrations(project, root, { prismaDir, databases, time, renames }),
  ]);
  const prismaClient = await prismaClientFiles(making.emitted, config, lastOutput(disk, { outDir, force }));
  const emitterOf = new Map(making.emitted.map(({ path, emitter }) => [path, emitter]));
  return { ...migrations, files: [...making.changed, ...prismaClient, ...migrations.files], making, emitterOf };
}

/** @throws {ConfigError} where an emitter of the plugin's own fails. */
async function emitFiles(project: ProjectModel, config: ResolvedConfig & EmitContext): Promise<readonly EmittedFile[]> {
  try {
    return await emit(emittersOf(config, compileModule), project, config);
  } catch (error) {
    if (error instanceof EmitterError && error.cause instanceof TemplateError) {
      throw new ConfigError(error.cause.path, [error.cause.message], { cause: error });
    }
    if (error instanceof EmitterError && isTheirs(error.emitter, config)) {
      throw new ConfigError("cmgen.config.ts", [error.message], { cause: error });
    }
    throw error;
  }
}

interface Authored {
  readonly config: ResolvedConfig;
  readonly templates: OwnTemplates;
}

/** @throws {ConfigError} where an emitter or a template of the plugin's own made text that is not TypeScript; else what it is given. */
function blameAuthor(error: unknown, emitterOf: ReadonlyMap<string, string>, { config, templates }: Authored): never {
  if (error instanceof FormatError) {
    const emitter = emitterOf.get(error.path);
    if (emitter !== undefined && isTheirs(emitter, config)) {
      const problem = `The emitter "${emitter}" makes ${error.path}, which is not TypeScript: ${error.problem.trimEnd()}`;
      throw new ConfigError("cmgen.config.ts", [problem], { cause: error });
    }
    const [first] = templates.values();
    if (first !== undefined) {
      // Most emitters are called as their template.
      const template = [...templates].find(([name]) => name === emitter)?.[1] ?? first;
      const problem = `makes ${error.path} something that is not TypeScript: ${error.problem.trimEnd()}`;
      throw new ConfigError(template.path, [problem], { cause: error });
    }
  }
  throw error;
}

function isTheirs(emitter: string, { emitters }: ResolvedConfig): boolean {
  return emitters.some(({ name }) => name === emitter);
}
