import type { GeneratedFile } from "../emitter/emitter.js";
import { contentHash, sameContents } from "./content-hash.js";
import type { Manifest } from "./manifest.js";

/** A file that is to be written or removed. `before` is absent for a new one, `after` for one that goes. */
export interface FileChange {
  readonly path: string;
  readonly before?: string;
  readonly after?: string;
}

/** Why a file may not be touched: it was edited since it was generated, or is none of ours. */
export interface FileConflict {
  readonly path: string;
  readonly reason: "edited" | "foreign";
}

/** What a run would do to the files, as data. */
export interface OutputPlan {
  readonly changes: readonly FileChange[];
  /** Files among `changes` that only `--force` may touch. */
  readonly conflicts: readonly FileConflict[];
  /** How many generated files are as they should be. */
  readonly unchanged: number;
  readonly manifest: Manifest;
}

type Outcome = { readonly change?: FileChange; readonly conflict?: FileConflict };

/** Compares what emitters made with what is there. `read` gives a file's text. */
export function planOutput(
  files: readonly GeneratedFile[],
  last: Manifest,
  read: (path: string) => string | undefined,
): OutputPlan {
  const ours = files.filter(({ ifExists = "overwrite" }) => ifExists === "overwrite");
  const manifest = new Map(ours.map(({ path, contents }) => [path, contentHash(contents)]));
  const outcomes = [
    ...files.map((file) => outcomeOf(file, last.get(file.path), read(file.path))),
    ...[...last].filter(([path]) => !manifest.has(path)).map(([path, hash]) => staleOutcome(path, hash, read(path))),
  ];
  const changes = outcomes.flatMap(({ change }) => change ?? []);
  return {
    changes,
    conflicts: outcomes.flatMap(({ conflict }) => conflict ?? []),
    unchanged: manifest.size - changes.filter(({ path }) => manifest.has(path)).length,
    manifest,
  };
}

function outcomeOf(file: GeneratedFile, lastHash: string | undefined, before: string | undefined): Outcome {
  const { path, contents: after } = file;
  if (before === undefined) return { change: { path, after } };
  if (file.ifExists === "keep" || sameContents(before, after)) return {};
  const change = { path, before, after };
  if (file.ifExists === "replace") return { change };
  if (lastHash === undefined) return { change, conflict: { path, reason: "foreign" } };
  return contentHash(before) === lastHash ? { change } : { change, conflict: { path, reason: "edited" } };
}

function staleOutcome(path: string, lastHash: string, before: string | undefined): Outcome {
  if (before === undefined) return {};
  const change = { path, before };
  return contentHash(before) === lastHash ? { change } : { change, conflict: { path, reason: "edited" } };
}
