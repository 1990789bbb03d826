import { join, posix } from "node:path";

import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { manifestName } from "../output/manifest.js";
import { readSealed, writeSealed } from "./sealed-file.js";

/** Hashes of contents by path relative to the plugin's root, with `/`. What is outside of it starts with `../`. */
export type Hashes = Readonly<Record<string, string>>;

/** What the last run that wrote everything saw and made. As long as all of it is as it was, a run has nothing to do. */
export interface RunRecord {
  /** The build of cmgen that ran; see {@link toolFingerprint}. */
  readonly tool: string;
  /** Path of the config that the run was given, relative to the plugin's root; `""` where it took the plugin's own. */
  readonly config: string;
  /** Every file that was read. */
  readonly inputs: Hashes;
  /** Every generated file, and the migrations. */
  readonly outputs: Hashes;
  /** What these files looked like when they had these hashes, as far as it is known; see {@link FileHashes}. */
  readonly stamps: Hashes;
  /** Names in the folders whose files were read: a file that is added may be a model, or be resolved before another. */
  readonly folders: Hashes;
  /** Warnings of the run. */
  readonly diagnostics: readonly Diagnostic[];
  /** How many generated files there are. */
  readonly files: number;
}

/** The record of the last run that there is; whether it still holds is another matter. */
export function readRecord(root: string): RunRecord | undefined {
  const text = readSealed(join(root, recordPath));
  return text === undefined ? undefined : (JSON.parse(text) as RunRecord);
}

/** Keeps a record for the next run. */
export function writeRecord(root: string, record: RunRecord): void {
  writeSealed(join(root, recordPath), JSON.stringify(record));
}

/**
 * Path of the manifest that the last run wrote; undefined where no run is remembered, or where that was another config's.
 *
 * @param config What a record says of the config.
 */
export function recordedManifest(root: string, config: string): string | undefined {
  const record = readRecord(root);
  if (record?.config !== config) return undefined;
  return Object.keys(record.outputs).find((path) => posix.basename(path) === manifestName);
}

/** Where a plugin's record is, relative to its root: in the folder that tools keep their caches in. */
export const recordPath = "node_modules/.cache/cmgen/last-run.json";
