import { join } from "node:path";
import type { FileHashes } from "./cache/file-hashes.js";
import { IntactFiles, type MadeFiles } from "./cache/made-files.js";
import { makeFiles, type Making } from "./cache/make-files.js";
import { compileModule } from "./compile/compile-module.js";
import { ConfigError } from "./config/config-error.js";
import type { ResolvedConfig } from "./config/resolved-config.js";
import { emit, type EmittedFile } from "./emit/emit.js";
import { EmitterError } from "./emit/emitter-error.js";
import type { EmitContext, GeneratedFile } from "./emit/emitter.js";
import { emittersOf } from "./emit/emitters.js";
import { projectKeys } from "./emit/model-keys.js";
import { prismaClientFiles } from "./emit/prisma/prisma-client-files.js";
import { prismaEmitter, prismaFolder } from "./emit/prisma/prisma-emitter.js";
import { selectFiles } from "./emit/select-files.js";
import type { GenerateOptions } from "./generate-result.js";
import { emitMigrations, type EmittedMigrations } from "./migrate/emit-migrations.js";
import { withKnownValues } from "./migrate/known-values.js";
import { messageAt, modelPlace } from "./model/failing-model.js";
import type { ProjectModel } from "./model/model.js";
import { FormatError } from "./output/format-error.js";
import { lastOutput } from "./output/last-manifest.js";
import { PluginFiles } from "./output/plugin-files.js";

/** Where a plugin is, and what its config file is called in messages. */
export interface EmitPlace {
  readonly root: string;
  readonly configFile: string;
}

type EmitOptions = Omit<GenerateOptions, "config"> & {
  readonly hashes: FileHashes;
  readonly config: ResolvedConfig;
  /** What was made before and still holds. */
  readonly made: MadeFiles;
  /** Path of the manifest that the last run wrote. */
  readonly previous: string | undefined;
};

/** The files that a run is about, and what comes with them. */
interface Everything extends Omit<EmittedMigrations, "files"> {
  readonly files: readonly EmittedFile[];
  readonly making: Making;
}

/** What emitters make, and what goes on from what is there already: the Prisma Client and the migrations. */
export async function emitEverything(
  place: EmitPlace,
  project: ProjectModel,
  options: EmitOptions,
): Promise<Everything> {
  const { config, force = false, time = new Date(), made, renames = [], only } = options;
  const { prismaDir, databases, outDir } = config;
  const { previous } = options;
  const emitters = emittersOf(config, compileModule).map(({ name }) => name);
  const selects = only === undefined ? () => true : selectFiles(only, project, emitters);
  const disk = new PluginFiles(place.root);
  const intact = new IntactFiles(made, options.hashes);
  const reuse = {
    keys: projectKeys(project),
    lastPieces: (path: string) => intact.lastPieces(path),
    hashOf: (path: string) => options.hashes.of(path),
  };
  const migrating = emitMigrations(project, place.root, { prismaDir, databases, time, renames, reuse });
  const knowing = withKnownValues(project, {
    history: join(place.root, `${prismaFolder(prismaDir, databases[0] ?? "sqlite")}/migrations`),
    written: async () => (await migrating).files.map(({ path }) => path),
  });
  const [migrations, making] = await Promise.all([
    migrating,
    knowing.then((known) => makeFiles(known, (context) => emitFiles(place, known, { ...config, ...context }), intact)),
  ]);
  const prismaClient = await prismaClientFiles(making.emitted, config, lastOutput(disk, { outDir, previous, force }));
  const emitter = prismaEmitter(config).name;
  const besides = [...prismaClient, ...migrations.files].map((file: GeneratedFile) => ({ ...file, emitter }));
  const files = [...making.changed, ...besides].filter(selects);
  // Migrations that are not to be written lose and break nothing.
  const isMigrated = selects({ emitter });
  const { losses, broken, snapshots } = migrations;
  return { files, making, losses: isMigrated ? losses : [], broken: isMigrated ? broken : [], snapshots };
}

/** @throws {ConfigError} where an emitter of the plugin's own fails. */
async function emitFiles(
  { configFile }: EmitPlace,
  project: ProjectModel,
  config: ResolvedConfig & EmitContext,
): Promise<readonly EmittedFile[]> {
  try {
    return await emit(emittersOf(config, compileModule), project, config);
  } catch (error) {
    if (error instanceof EmitterError && isTheirs(error.emitter, config)) {
      throw new ConfigError(configFile, [error.message], { cause: error });
    }
    throw error;
  }
}

/** What may be the author's fault: the emitters in the config. */
interface Authored {
  readonly config: ResolvedConfig;
  readonly configFile: string;
}

/** @throws {ConfigError} where an emitter of the plugin's own made text that is not TypeScript; else what it is given. */
export function blameAuthor(error: unknown, files: readonly EmittedFile[], authored: Authored): never {
  if (!(error instanceof FormatError)) throw error;
  const { config, configFile } = authored;
  const file = files.find(({ path }) => path === error.path);
  const emitter = file?.emitter;
  if (emitter !== undefined && isTheirs(emitter, config)) {
    const problem = `The emitter "${emitter}" makes ${error.path}, which is not TypeScript: ${error.problem.trimEnd()}`;
    throw new ConfigError(configFile, [problem], { cause: error });
  }
  throw new FormatError(error.path, messageAt(error.problem.trimEnd(), file?.model && modelPlace(file.model)));
}

function isTheirs(emitter: string, { emitters }: ResolvedConfig): boolean {
  return emitters.some(({ name }) => name === emitter);
}
