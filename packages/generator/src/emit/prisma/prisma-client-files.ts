import type { ResolvedConfig } from "../../config/resolved-config.js";
import { contentHash } from "../../output/content-hash.js";
import type { Manifest } from "../../output/manifest.js";
import type { GeneratedFile } from "../emitter.js";
import { emitPrismaClient, PRISMA_VERSION } from "./emit-prisma-client.js";
import { clientProvider, prismaFolder } from "./prisma-emitter.js";

/** What the last run left. */
export interface LastOutput {
  readonly manifest: Manifest;
  /** Text of a file, by its path relative to the plugin's root. */
  read(path: string): string | undefined;
}

/**
 * The Prisma Client for the schema among `files`; none if the config wants none. The last run's is taken as it is while it is whole and
 * the schema is the same: making it takes longer than all the rest.
 */
export async function prismaClientFiles(
  files: readonly GeneratedFile[],
  { prismaClient, databases, prismaDir, outDir }: ResolvedConfig,
  last: LastOutput,
): Promise<readonly GeneratedFile[]> {
  const provider = clientProvider(databases);
  if (!prismaClient || provider === undefined) return [];
  const path = `${prismaFolder(prismaDir, provider)}/schema.prisma`;
  const schema = files.find((file) => file.path === path)?.contents;
  if (schema === undefined) throw new Error(`No emitter made ${path}.`);
  const isSame = last.manifest.get(path) === contentHash(schema);
  return (isSame ? lastClient(`${outDir}/prisma/`, last) : undefined) ?? emitPrismaClient({ schema, provider, outDir });
}

/** Files of the client that the last run wrote; nothing if one is missing or edited, or another release of Prisma made them. */
function lastClient(folder: string, { manifest, read }: LastOutput): GeneratedFile[] | undefined {
  const paths = [...manifest.keys()].filter((path) => path.startsWith(folder));
  const files = paths.flatMap((path) => {
    const contents = read(path);
    return contents === undefined || contentHash(contents) !== manifest.get(path)
      ? []
      : { path, contents, verbatim: true };
  });
  const isOfRelease = files.some(({ contents }) => contents.includes(`"clientVersion": "${PRISMA_VERSION}"`));
  return isOfRelease && files.length === paths.length ? files : undefined;
}
