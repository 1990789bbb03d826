import { join } from "node:path";

import { FileHashes } from "./file-hashes.js";
import { listingHash } from "./folder-listing.js";
import { type Hashes, readRecord, type RunRecord, writeRecord } from "./run-record.js";
import { toolFingerprint } from "./tool-fingerprint.js";
import { relativePath } from "../paths/slashed.js";

/** What the last run left for this one. */
export interface RecalledRun {
  /** Its record, if nothing that it read or made has changed since: then running again would change nothing. */
  readonly record?: RunRecord;
  readonly hashes: FileHashes;
  /** Absolute paths of the folders that it looked into. */
  readonly folders: readonly string[];
}

/**
 * Compares a plugin with the record of the last run.
 *
 * @param config Absolute path of the config, if it is not the plugin's own.
 */
export function recallRun(root: string, config?: string): RecalledRun {
  const record = readRecord(root);
  if (record?.tool !== toolFingerprint() || record.config !== givenConfig(root, config))
    return { hashes: new FileHashes(root), folders: [] };
  const hashes = new FileHashes(root, record);
  const folders = Object.keys(record.folders).map((folder) => join(root, folder));
  if (!isCurrent(root, record, hashes)) return { hashes, folders };
  if (hashes.hasLearned) writeRecord(root, { ...record, stamps: hashes.stampsOf(record) });
  return { record, hashes, folders };
}

/** What a record says of a config that was given. */
export function givenConfig(root: string, config: string | undefined): string {
  return config === undefined ? "" : relativePath(root, config);
}

function isCurrent(root: string, { inputs, outputs, folders }: RunRecord, hashes: FileHashes): boolean {
  const hashOf = (path: string): string | undefined => hashes.of(path);
  return all(folders, (path) => listingHash(join(root, path))) && all(inputs, hashOf) && all(outputs, hashOf);
}

function all(hashes: Hashes, current: (path: string) => string | undefined): boolean {
  return Object.entries(hashes).every(([path, hash]) => current(path) === hash);
}
