import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { deserialize, serialize } from "node:v8";

import type { KnownModels } from "../read/known/known-models.js";
import { type MadeFiles, nothingMade } from "./made-files.js";
import { toolFingerprint } from "./tool-fingerprint.js";

/** What a run hands on to the next: what it read, and what it made of that. Each part says itself what it depends on. */
export interface RunMemory {
  readonly known?: KnownModels | undefined;
  /** What `made` was made with beside the models: the config. */
  readonly settings: string;
  readonly made: MadeFiles;
  /** Tables and migrations that agree; see {@link migrationsKey}. */
  readonly migrations?: string | undefined;
}

/** Where a plugin's memory is, relative to its root. */
export const memoryPath = "node_modules/.cache/cmgen/memory.bin";

const digestLength = 32;
const nothing: RunMemory = { settings: "", made: nothingMade };

/** What the last run handed on; nothing where another build of cmgen ran, or where the file is not what was written. */
export function recallMemory(root: string): RunMemory {
  try {
    const bytes = readFileSync(join(root, memoryPath));
    const payload = bytes.subarray(digestLength);
    if (!digestOf(payload).equals(bytes.subarray(0, digestLength))) return nothing;
    const { tool, memory } = deserialize(payload) as { readonly tool: string; readonly memory: RunMemory };
    return tool === toolFingerprint() ? memory : nothing;
  } catch {
    // No file, or one of another release of Node.js: then everything is read and made again.
    return nothing;
  }
}

/** Hands something on to the next run. */
export function keepMemory(root: string, memory: RunMemory): void {
  const payload = serialize({ tool: toolFingerprint(), memory });
  const path = join(root, memoryPath);
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(temporary, Buffer.concat([digestOf(payload), payload]));
    renameSync(temporary, path);
  } catch {
    // Without a memory the next run takes longer, and that is all.
  }
}

/** A damaged memory could make a run write what is not so: hence a hash of all of it. */
function digestOf(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}
