import type { ResolvedConfig } from "../../config/resolved-config.js";
import type { GeneratedFile, LastOutput } from "../../emitter/emitter.js";
import { emitPrismaClient, PRISMA_VERSION } from "./emit-prisma-client.js";
import { clientProvider, prismaFolder } from "./prisma-emitter.js";

/**
 * The Prisma Client for the schema among `files`; none unless the config asks for one. The last run's is taken as it is while it is whole and
 * the schema is the same: making it takes longer than all the rest.
 */
export async function prismaClientFiles(
  files: readonly GeneratedFile[],
  { prismaClient, prismaClientDir, databases, prismaDir }: ResolvedConfig,
  last: LastOutput,
): Promise<readonly GeneratedFile[]> {
  const provider = clientProvider(databases);
  if (!prismaClient || provider === undefined) return [];
  const path = `${prismaFolder(prismaDir, provider)}/schema.prisma`;
  const schema = files.find((file) => file.path === path)?.contents;
  if (schema === undefined) throw new Error(`No emitter made ${path}.`);
  const kept = last.wrote(path, schema) ? lastClient(`${prismaClientDir}/`, last) : undefined;
  return kept ?? emitPrismaClient({ schema, provider, prismaClientDir });
}

/** Files of the client that the last run wrote; nothing if one is missing or edited, or another release of Prisma made them. */
function lastClient(folder: string, last: LastOutput): GeneratedFile[] | undefined {
  const paths = last.paths.filter((path) => path.startsWith(folder));
  const files = paths.flatMap((path) => {
    const contents = last.read(path);
    return contents === undefined || !last.wrote(path, contents) ? [] : { path, contents, verbatim: true };
  });
  const isOfRelease = files.some(({ contents }) => contents.includes(`"clientVersion": "${PRISMA_VERSION}"`));
  return isOfRelease && files.length === paths.length ? files : undefined;
}
