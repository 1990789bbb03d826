import { readdirSync } from "node:fs";
import { join, relative } from "node:path";

import type { ResolvedConfig } from "../config/resolved-config.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { contentHash } from "../output/content-hash.js";
import { manifestPath } from "../output/manifest.js";
import type { FileHashes } from "./file-hashes.js";
import { listingHash } from "./folder-listing.js";
import { givenConfig } from "./recall-run.js";
import { type Hashes, writeRecord } from "./run-record.js";
import { toolFingerprint } from "./tool-fingerprint.js";
import { relativePath } from "../paths/slashed.js";

/** What a run that wrote everything is remembered by. */
export interface FinishedRun {
  readonly config: ResolvedConfig;
  /** Absolute path of the config that the run was given. */
  readonly given?: string | undefined;
  /** Texts that the config follows from, by absolute path; undefined where other things decide, too. */
  readonly configInputs: ReadonlyMap<string, string> | undefined;
  /** Texts of all files that were read, by absolute path. */
  readonly inputs: ReadonlyMap<string, string>;
  /** Hashes of the generated files, by path relative to the plugin's root. */
  readonly manifest: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
  /** Folders whose files were read, as absolute paths; see {@link watchedFolders}. */
  readonly folders: readonly string[];
  /** What is known of files by their looks. */
  readonly hashes: FileHashes;
}

/**
 * Remembers a run, so that the next can tell at once that nothing has changed. Runs whose outcome does not follow from files alone
 * (a config that computes, emitters that do not declare their inputs) are not remembered.
 */
export function recordRun(root: string, run: FinishedRun): void {
  if (run.configInputs === undefined) return;
  const { outDir, prismaDir } = run.config;
  const inputs = hashesOf(root, new Map([...run.configInputs, ...run.inputs]));
  // The migrations that are there already are no output of this run, but it went on from them.
  const found = [manifestPath(outDir), ...filesBelow(root, prismaDir).filter((path) => !run.manifest.has(path))];
  const outputs = { ...Object.fromEntries(run.manifest), ...hashesAt(found, run.hashes) };
  writeRecord(root, {
    tool: toolFingerprint(),
    config: givenConfig(root, run.given),
    inputs,
    outputs,
    stamps: run.hashes.stampsOf({ inputs, outputs }),
    folders: Object.fromEntries(run.folders.map((folder) => [relative(root, folder), listingHash(folder)])),
    diagnostics: run.diagnostics,
    files: run.manifest.size,
  });
}

function hashesOf(root: string, texts: ReadonlyMap<string, string>): Hashes {
  return Object.fromEntries([...texts].map(([path, text]) => [relativePath(root, path), contentHash(text)]));
}

/** Paths of the files below a folder, relative to the plugin's root, with `/`. */
function filesBelow(root: string, folder: string): readonly string[] {
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relativePath(root, join(parentPath, name)));
}

function hashesAt(paths: readonly string[], hashes: FileHashes): Hashes {
  return Object.fromEntries(
    paths.flatMap((path) => {
      const hash = hashes.of(path);
      return hash === undefined ? [] : [[path, hash] as const];
    }),
  );
}
