import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

import type { ResolvedConfig } from "../config/resolved-config.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { contentHash } from "../output/content-hash.js";
import { manifestPath } from "../output/manifest.js";
import { listingHash } from "./folder-listing.js";
import { isPlainConfig } from "./plain-config.js";
import { recordPath, sealed, type Hashes, type RunRecord } from "./run-record.js";
import { toolFingerprint } from "./tool-fingerprint.js";

/** What a run that wrote everything is remembered by. */
export interface FinishedRun {
  readonly config: ResolvedConfig;
  /** The config file's text, by its absolute path; none where the plugin has no config. */
  readonly configFile: ReadonlyMap<string, string>;
  /** Texts of all files that were read, by absolute path. */
  readonly inputs: ReadonlyMap<string, string>;
  /** Hashes of the generated files, by path relative to the plugin's root. */
  readonly manifest: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
  /** Folders whose files were read, as absolute paths; see {@link watchedFolders}. */
  readonly folders: readonly string[];
}

/**
 * Remembers a run, so that the next can tell at once that nothing has changed. Runs whose outcome does not follow from files alone
 * (a config that computes, emitters of the plugin's own) are not remembered.
 */
export function recordRun(root: string, run: FinishedRun): void {
  if (run.config.emitters.length > 0 || ![...run.configFile.values()].every(isPlainConfig)) return;
  const { outDir, prismaDir } = run.config;
  const inputs = new Map([...run.configFile, ...run.inputs]);
  const record: RunRecord = {
    tool: toolFingerprint(),
    inputs: hashesOf(root, inputs),
    outputs: {
      ...Object.fromEntries(run.manifest),
      ...hashesBelow(root, prismaDir),
      ...hashOf(root, manifestPath(outDir)),
    },
    folders: Object.fromEntries(run.folders.map((folder) => [relative(root, folder), listingHash(folder)])),
    diagnostics: run.diagnostics,
    files: run.manifest.size,
  };
  writeRecord(join(root, recordPath), record);
}

function hashesOf(root: string, texts: ReadonlyMap<string, string>): Hashes {
  return Object.fromEntries(
    [...texts].map(([path, text]) => [relative(root, path).replaceAll("\\", "/"), contentHash(text)]),
  );
}

/** The migrations that are there already are no output of this run, but it went on from them. */
function hashesBelow(root: string, folder: string): Hashes {
  const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return hashesOf(
    root,
    new Map(
      files.map(({ parentPath, name }) => join(parentPath, name)).map((path) => [path, readFileSync(path, "utf8")]),
    ),
  );
}

function hashOf(root: string, path: string): Hashes {
  return { [path]: contentHash(readFileSync(join(root, path), "utf8")) };
}

function writeRecord(path: string, record: RunRecord): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    const temporary = `${path}.${process.pid}.tmp`;
    writeFileSync(temporary, sealed(JSON.stringify(record)));
    renameSync(temporary, path);
  } catch {
    // Without a record the next run takes longer, and that is all.
  }
}
