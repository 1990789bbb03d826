import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

import type { ResolvedConfig } from "../config/resolved-config.js";
import { relativePath } from "../paths/slashed.js";
import { type FileHashes, isSettled } from "./file-hashes.js";
import { hashOfNames, isIgnored, listingHash, namesIn } from "./folder-listing.js";
import type { Hashes } from "./run-record.js";
import { watchedFolders } from "./watched-folders.js";

/**
 * What was in a plugin's folders before a run read them. What is added while it reads it may have missed: that must not be in the run's record,
 * so that the next run reads again.
 */
export interface StateBefore {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Names in the folders that the config names, or the last run looked into, by absolute path. */
  readonly names: ReadonlyMap<string, readonly string[]>;
  /** The files of the folder of migrations, by path relative to the plugin's root. */
  readonly migrations: Hashes;
}

/** @param about `folders` are those that the last run looked into: this one is likely to do so again. */
export function stateBefore(
  root: string,
  about: { readonly config: ResolvedConfig; readonly hashes: FileHashes; readonly folders: readonly string[] },
): StateBefore {
  const { config, hashes } = about;
  const at = Date.now();
  const folders = new Set([...watchedFolders(root, config, []), ...about.folders]);
  const names = new Map([...folders].map((folder) => [folder, namesIn(folder)]));
  const migrations = migrationFiles(root, config).flatMap((path) => {
    const hash = hashes.of(path);
    return hash === undefined ? [] : [[path, hash] as const];
  });
  return { at, names, migrations: Object.fromEntries(migrations) };
}

/** Paths of the files in the folder of migrations, relative to the plugin's root, with `/`. */
export function migrationFiles(root: string, { prismaDir }: Pick<ResolvedConfig, "prismaDir">): readonly string[] {
  const folder = join(root, prismaDir);
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relativePath(root, join(parentPath, name)));
}

/** What a record has for a hash of what this run may have missed: nothing has this hash. */
export const MISSED = "";

/**
 * Hash of the names in a folder that the run has read: those from before, and those of its own files.
 *
 * @param folder Absolute path.
 * @param written Paths of the files that the run has made, relative to the plugin's root.
 */
export function listingRead(
  root: string,
  folder: string,
  { before, config, written }: { before: StateBefore; config: ResolvedConfig; written: readonly string[] },
): string {
  const path = relativePath(root, folder);
  // Nobody else adds files there.
  const isOwn = [config.outDir, config.prismaDir].some((own) => path === own || path.startsWith(`${own}/`));
  if (isOwn) return listingHash(folder);
  const names = before.names.get(folder);
  if (names !== undefined) return hashOfNames(new Set([...names, ...namesBelow(path, written)]));
  const stats = statSync(folder, { throwIfNoEntry: false });
  return stats !== undefined && isSettled(stats, before.at) ? listingHash(folder) : MISSED;
}

/** The names that files at these paths have in a folder, or that the folders between have. */
function namesBelow(folder: string, paths: readonly string[]): readonly string[] {
  const start = folder === "" ? "" : `${folder}/`;
  return paths
    .filter((path) => path.startsWith(start))
    .map((path) => path.slice(start.length).split("/")[0] ?? "")
    .filter((name) => !isIgnored(name));
}
