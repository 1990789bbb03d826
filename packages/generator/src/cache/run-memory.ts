import { join } from "node:path";

import type { KnownModels } from "../read/known/known-models.js";
import { type MadeFiles, nothingMade } from "./made-files.js";
import { packMemory, type PackedMemory, unpackMemory } from "./packed-memory.js";
import { readSealed, writeSealed } from "./sealed-file.js";
import { toolFingerprint } from "./tool-fingerprint.js";

/** What a run hands on to the next: what it read, and what it made of that. Each part says itself what it depends on. */
export interface RunMemory {
  readonly known?: KnownModels | undefined;
  /** What `made` was made with beside the models: the config. */
  readonly settings: string;
  readonly made: MadeFiles;
}

/** Where a plugin's memory is, relative to its root. */
export const memoryPath = "node_modules/.cache/cmgen/memory.json";

const nothing: RunMemory = { settings: "", made: nothingMade };

/** A memory, and the build of cmgen that it is of. */
interface WrittenMemory {
  readonly tool: string;
  readonly memory: PackedMemory;
}

/** What the last run handed on; nothing where another build of cmgen ran, or where the file is not what was written. */
export function recallMemory(root: string): RunMemory {
  const text = readSealed(join(root, memoryPath));
  if (text === undefined) return nothing;
  // Boundary: the seal says that it is what was written; a build writes what it reads.
  const { tool, memory } = JSON.parse(text) as WrittenMemory;
  return tool === toolFingerprint() ? unpackMemory(memory) : nothing;
}

/** Hands something on to the next run. */
export function keepMemory(root: string, memory: RunMemory): void {
  const written: WrittenMemory = { tool: toolFingerprint(), memory: packMemory(memory) };
  writeSealed(join(root, memoryPath), JSON.stringify(written));
}
