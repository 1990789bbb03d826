import { readFileSync } from "node:fs";
import { join } from "node:path";

import { contentHash } from "../output/content-hash.js";
import { listingHash } from "./folder-listing.js";
import { recordPath, unsealed, type Hashes, type RunRecord } from "./run-record.js";
import { toolFingerprint } from "./tool-fingerprint.js";

/** The record of the last run, if nothing that it read or made has changed since: then running again would change nothing. */
export function recallRun(root: string): RunRecord | undefined {
  const record = readRecord(join(root, recordPath));
  return record !== undefined && isCurrent(root, record) ? record : undefined;
}

function isCurrent(root: string, { tool, inputs, outputs, folders }: RunRecord): boolean {
  return (
    tool === toolFingerprint() &&
    all(folders, (path) => listingHash(join(root, path))) &&
    all(inputs, (path) => hashAt(join(root, path))) &&
    all(outputs, (path) => hashAt(join(root, path)))
  );
}

function all(hashes: Hashes, current: (path: string) => string | undefined): boolean {
  return Object.entries(hashes).every(([path, hash]) => current(path) === hash);
}

function hashAt(path: string): string | undefined {
  const text = readText(path);
  return text === undefined ? undefined : contentHash(text);
}

function readRecord(path: string): RunRecord | undefined {
  const text = unsealed(readText(path) ?? "");
  return text === undefined ? undefined : (JSON.parse(text) as RunRecord);
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
