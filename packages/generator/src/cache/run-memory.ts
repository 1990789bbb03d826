import { randomUUID } from "node:crypto";
import { join } from "node:path";

import type { KnownModels } from "../read/known/known-models.js";
import { changesSince, type KnownChanges, withChanges } from "./known-changes.js";
import { type MadeFile, type MadeFiles, nothingMade } from "./made-files.js";
import { type PackedKnown, packKnown, unpackKnown } from "./packed-known.js";
import { readSealed, writeSealed } from "./sealed-file.js";
import { toolFingerprint } from "./tool-fingerprint.js";

/** What a run hands on to the next: what it read, and what it made of that. Each part says itself what it depends on. */
export interface RunMemory {
  readonly known?: KnownModels | undefined;
  /** What was known when it was last written whole. */
  readonly base?: KnownBase | undefined;
  /** What `made` was made with beside the models: the config. */
  readonly settings: string;
  readonly made: MadeFiles;
  /** By what the models of `made` were checked when nothing was wrong with them, else `""`; see `open-parts.ts`. */
  readonly sound: string;
}

/** What is known as one file has it. It is large: only what has changed since is written with each run. */
export interface KnownBase {
  /** Another one each time the file is written. */
  readonly id: string;
  readonly known: KnownModels;
}

/** Where a plugin's memory is, relative to its root. */
export const memoryPath = "node_modules/.cache/cmgen/memory.json";

/** Where the base of what is known is. */
export const knownPath = "node_modules/.cache/cmgen/known.json";

const nothing: RunMemory = { settings: "", made: nothingMade, sound: "" };

/** As a part of the modules: with more modules and types changed than that, all is written. */
const MOST_CHANGED = 1 / 8;

/** A memory, and the build of cmgen that it is of. */
interface WrittenMemory {
  readonly tool: string;
  readonly settings: string;
  readonly sound: string;
  readonly models: readonly (readonly [key: string, paths: readonly string[]])[];
  readonly files: readonly (readonly [path: string, file: MadeFile])[];
  readonly changes?: WrittenChanges | undefined;
}

type WrittenChanges = Omit<KnownChanges, "known"> & { readonly base: string; readonly known: PackedKnown };

interface WrittenBase {
  readonly id: string;
  readonly known: PackedKnown;
}

/** What the last run handed on; nothing where another build of cmgen ran, or where a file is not what was written. */
export function recallMemory(root: string): RunMemory {
  // Boundary: the seals say that the files are what was written; a build writes what it reads.
  const memory = recall<WrittenMemory>(join(root, memoryPath));
  if (memory?.tool !== toolFingerprint()) return nothing;
  const { settings, sound, changes } = memory;
  const made = { models: new Map(memory.models), files: new Map(memory.files) };
  if (changes === undefined) return { settings, sound, made };
  const written = recall<WrittenBase>(join(root, knownPath));
  if (written?.id !== changes.base) return nothing;
  const base = { id: written.id, known: unpackKnown(written.known) };
  const known = withChanges(base.known, { ...changes, known: unpackKnown(changes.known) });
  return { settings, sound, made, base, known };
}

function recall<Written>(path: string): Written | undefined {
  const text = readSealed(path);
  return text === undefined ? undefined : (JSON.parse(text) as Written);
}

/** Hands something on to the next run. */
export function keepMemory(root: string, { known, base, settings, sound, made }: RunMemory): void {
  const written: WrittenMemory = {
    tool: toolFingerprint(),
    settings,
    sound,
    models: [...made.models],
    files: [...made.files],
    changes: known && keepKnown(root, known, base),
  };
  writeSealed(join(root, memoryPath), JSON.stringify(written));
}

function keepKnown(root: string, known: KnownModels, last: KnownBase | undefined): WrittenChanges {
  const base = last !== undefined && isNear(last.known, known) ? last : writeBase(root, known);
  const changes = changesSince(base.known, known);
  return { ...changes, base: base.id, known: packKnown(changes.known) };
}

function isNear(base: KnownModels, known: KnownModels): boolean {
  const { modules, types } = changesSince(base, known).known;
  return modules.size + types.size <= known.modules.size * MOST_CHANGED;
}

function writeBase(root: string, known: KnownModels): KnownBase {
  const id = randomUUID();
  writeSealed(join(root, knownPath), JSON.stringify({ id, known: packKnown(known) } satisfies WrittenBase));
  return { id, known };
}
