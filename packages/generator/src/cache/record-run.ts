import { relative } from "node:path";

import type { ResolvedConfig } from "../config/resolved-config.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { contentHash } from "../output/content-hash.js";
import { manifestPath } from "../output/manifest.js";
import type { FileHashes } from "./file-hashes.js";
import { givenConfig } from "./recall-run.js";
import { type Hashes, writeRecord } from "./run-record.js";
import { listingRead, migrationFiles, MISSED, type StateBefore } from "./state-before.js";
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
  readonly before: StateBefore;
}

/**
 * Remembers a run, so that the next can tell at once that nothing has changed. Runs whose outcome does not follow from files alone
 * (a config that computes, emitters that do not declare their inputs) are not remembered.
 */
export function recordRun(root: string, run: FinishedRun): void {
  if (run.configInputs === undefined) return;
  const { config, manifest, before } = run;
  const inputs = hashesOf(root, new Map([...run.configInputs, ...run.inputs]));
  const outputs = { ...Object.fromEntries(manifest), ...foundHashes(root, run) };
  const read = { before, config, written: [...manifest.keys()] };
  writeRecord(root, {
    tool: toolFingerprint(),
    config: givenConfig(root, run.given),
    inputs,
    outputs,
    stamps: run.hashes.stampsOf({ inputs, outputs }),
    folders: Object.fromEntries(run.folders.map((folder) => [relative(root, folder), listingRead(root, folder, read)])),
    diagnostics: run.diagnostics,
    files: manifest.size,
  });
}

function hashesOf(root: string, texts: ReadonlyMap<string, string>): Hashes {
  return Object.fromEntries([...texts].map(([path, text]) => [relativePath(root, path), contentHash(text)]));
}

/** The manifest, and the migrations that are there already: they are no output of this run, but it went on from them. */
function foundHashes(root: string, { config, manifest, before: { migrations }, hashes }: FinishedRun): Hashes {
  const ofManifest = manifestPath(config.outDir);
  const found = new Set([...Object.keys(migrations), ...migrationFiles(root, config)]);
  const hashOf = (path: string): string =>
    (path === ofManifest || hashes.hasWritten(path) ? hashes.of(path) : migrations[path]) ?? MISSED;
  return Object.fromEntries(
    [ofManifest, ...found].filter((path) => !manifest.has(path)).map((path) => [path, hashOf(path)]),
  );
}
