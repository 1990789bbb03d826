import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseProvider } from "../../config/config.js";
import { relativePath } from "../../paths/slashed.js";
import type { GeneratedFile } from "../../emitter/emitter.js";

/** Release of Prisma whose client is generated. The plugin's `@prisma/client` and adapter must be of the same. */
export const PRISMA_VERSION = "7.10.0";
const ENGINE_VERSION = "0edf323efd1d98336f3f0a68684b56f689b900d3";

export interface PrismaClientOptions {
  /** The Prisma schema's text. */
  readonly schema: string;
  readonly provider: DatabaseProvider;
  /** Folder of the client, relative to the plugin's root. */
  readonly prismaClientDir: string;
}

/** What is used of the bundle; see scripts/prisma-client-generator.mjs. */
interface ClientGenerator {
  generateClient(options: object): Promise<void>;
  /** Answers an object with an `error` for a schema it cannot parse. */
  getDMMF(options: { readonly datamodel: string }): object;
}

const require = createRequire(import.meta.url);

/**
 * The Prisma Client for a schema, as Prisma's own generator writes it. Takes about half a second, most of it for loading the generator,
 * and no network.
 *
 * @throws {Error} if the schema is no valid Prisma schema, or the package was not built.
 */
export async function emitPrismaClient(options: PrismaClientOptions): Promise<GeneratedFile[]> {
  const { schema, provider, prismaClientDir } = options;
  // Boundary: the bundle has no types of its own.
  const generator: ClientGenerator = require("#prisma-client-generator");
  const dmmf = generator.getDMMF({ datamodel: schema });
  if ("error" in dmmf) throw new Error("the Prisma schema cannot be parsed", { cause: dmmf.error });
  const folder = await mkdtemp(join(tmpdir(), "cmgen-prisma-"));
  try {
    await generator.generateClient({ ...fixedOptions(provider), datamodel: schema, dmmf, outputDir: folder });
    return await readFiles(folder, prismaClientDir);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Nothing here depends on the machine or on the plugin's compiler options, so nothing generated does. */
function fixedOptions(provider: DatabaseProvider): object {
  const none = { fromEnvVar: null, value: null };
  const schemaPath = "schema.prisma";
  return {
    schemaPath,
    activeProvider: provider,
    datasources: [
      { name: "db", provider, activeProvider: provider, url: none, schemas: [], sourceFilePath: schemaPath },
    ],
    generator: {
      name: "client",
      provider: { ...none, value: "prisma-client" },
      output: none,
      config: {},
      binaryTargets: [],
      previewFeatures: [],
      sourceFilePath: schemaPath,
    },
    runtimeBase: "@prisma/client/runtime",
    binaryPaths: {},
    clientVersion: PRISMA_VERSION,
    engineVersion: ENGINE_VERSION,
    typedSql: [],
    target: "nodejs",
    generatedFileExtension: "ts",
    importFileExtension: "js",
    moduleFormat: "esm",
    tsNoCheckPreamble: true,
    compilerBuild: "fast",
  };
}

async function readFiles(folder: string, into: string): Promise<GeneratedFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return Promise.all(
    paths.toSorted().map(async (path) => ({
      path: `${into}/${relativePath(folder, path)}`,
      contents: await readFile(path, "utf8"),
      verbatim: true,
    })),
  );
}
