import { join } from "node:path";

import { ConfigError } from "./config/config-error.js";
import type { ResolvedConfig } from "./config/resolved-config.js";
import { emit, type EmittedFile } from "./emit/emit.js";
import { EmitterError } from "./emit/emitter-error.js";
import type { GeneratedFile } from "./emitter/emitter.js";
import { emittersOf } from "./emit/emitters.js";
import { prismaClientFiles } from "./emit/prisma/prisma-client-files.js";
import { prismaEmitter, prismaFolder } from "./emit/prisma/prisma-emitter.js";
import { selectFiles } from "./emit/select-files.js";
import type { GenerateOptions } from "./generate-result.js";
import { emitMigrations, type EmittedMigrations } from "./migrate/emit-migrations.js";
import { withEarlierShapes } from "./migrate/earlier-shapes.js";
import { withKnownValues } from "./migrate/known-values.js";
import { messageAt, modelPlace } from "./model/failing-model.js";
import type { ProjectModel } from "./model/model.js";
import { FormatError } from "./output/format-error.js";
import { lastOutput } from "./output/last-manifest.js";
import { PluginFiles } from "./output/plugin-files.js";
import { compiler } from "./read/compiler.js";
import type { CompiledModule } from "./emit/client-package/emit-client-package.js";

type EmitOptions = Pick<GenerateOptions, "force" | "time" | "renames" | "only" | "memory"> & {
  /** Absolute path of the plugin. */
  readonly root: string;
  /** Path of the manifest that the last run wrote. */
  readonly previous: string | undefined;
};

/** The files that a run is about, and what comes with them. */
export interface Everything extends Omit<EmittedMigrations, "files"> {
  readonly files: readonly EmittedFile[];
}

/** What emitters make, and what goes on from what is there already: the Prisma Client and the migrations. */
export async function emitEverything(
  project: ProjectModel,
  authored: Authored,
  { root, force = false, time = new Date(), renames = [], only, memory, previous }: EmitOptions,
): Promise<Everything> {
  const { config } = authored;
  const { prismaDir, databases, outDir } = config;
  const emitters = emittersOf(config, compileModule, memory?.validators);
  const names = emitters.map(({ name }) => name);
  const selects = only === undefined ? () => true : selectFiles(only, project, names);
  const migrating = emitMigrations(project, root, { prismaDir, databases, time, renames });
  const knowing = withKnownValues(project, {
    history: join(root, `${prismaFolder(prismaDir, databases[0] ?? "sqlite")}/migrations`),
    written: async () => (await migrating).files.map(({ path }) => path),
  }).then((known) =>
    withEarlierShapes(known, {
      root,
      history: `${prismaFolder(prismaDir, databases[0] ?? "sqlite")}/migrations`,
      written: async () => (await migrating).files,
    }),
  );
  const [migrations, emitted] = await Promise.all([
    migrating,
    knowing.then((known) => blamingAuthor(authored, () => emit(emitters, known, config))),
  ]);
  const last = lastOutput(new PluginFiles(root), { outDir, previous, force });
  const prismaClient = await prismaClientFiles(emitted, config, last);
  const emitter = prismaEmitter(config).name;
  const besides = [...prismaClient, ...migrations.files].map((file: GeneratedFile) => ({ ...file, emitter }));
  const files = [...emitted, ...besides].filter(selects);
  // Migrations that are not to be written lose and break nothing.
  const isMigrated = selects({ emitter });
  const { losses, broken, renamed, named } = migrations;
  return { files, renamed, named, losses: isMigrated ? losses : [], broken: isMigrated ? broken : [] };
}

/** @throws {ConfigError} where an emitter of the plugin's own fails. */
function blamingAuthor<T>({ config, configFile }: Authored, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof EmitterError && isTheirs(error.emitter, config)) {
      throw new ConfigError(configFile, [error.message], { cause: error });
    }
    throw error;
  }
}

/** What may be the author's fault: the emitters in the config. */
export interface Authored {
  readonly config: ResolvedConfig;
  /** Relative to the plugin's root. */
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

const options = {
  target: compiler.ScriptTarget.ES2022,
  module: compiler.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
  isolatedModules: true,
};

/**
 * Compiles one module of TypeScript without looking at others. That is possible where everything it exports says its type, as generated
 * code does.
 *
 * @throws {Error} if an export does not
 */
function compileModule(text: string): CompiledModule {
  const { outputText: code } = compiler.transpileModule(text, { compilerOptions: options });
  const { outputText: types, diagnostics = [] } = compiler.transpileDeclaration(text, { compilerOptions: options });
  const [problem] = diagnostics;
  if (problem === undefined) return { code, types };
  throw new Error(compiler.flattenDiagnosticMessageText(problem.messageText, "\n"));
}
