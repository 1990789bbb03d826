import { isDeepStrictEqual } from "node:util";

import type { Manifest } from "../scaffold/missing-entries.js";

/** The three texts of a file that two sides have changed. */
export interface Versions {
  /** As the template had it. */
  readonly base: string;
  /** As the plugin has it. */
  readonly own: string;
  /** As the template has it now. */
  readonly next: string;
}

export interface Merged {
  readonly text: string;
  /** What both sides changed, each as a phrase; empty where the merge is clean. */
  readonly conflicts: readonly string[];
}

/**
 * Merges JSON entry by entry, because lines between braces clash where entries do not. What both sides changed stays as the plugin has it.
 *
 * @throws {SyntaxError} where a text is not JSON.
 */
export function mergeJson({ base, own, next }: Versions): Merged {
  const conflicts: string[] = [];
  const [before, ours, theirs] = [base, own, next].map((text) => JSON.parse(text) as Manifest);
  const merged = mergeObjects({ base: before ?? {}, own: ours ?? {}, next: theirs ?? {} }, [], conflicts);
  if (isDeepStrictEqual(merged, ours)) return { text: own, conflicts };
  const indent = /^[ \t]+/m.exec(own)?.[0] ?? "  ";
  return { text: `${JSON.stringify(merged, undefined, indent)}\n`, conflicts };
}

interface Objects {
  readonly base: Manifest;
  readonly own: Manifest;
  readonly next: Manifest;
}

function mergeObjects({ base, own, next }: Objects, path: readonly string[], conflicts: string[]): Manifest {
  const names = [...new Set([...Object.keys(own), ...Object.keys(next)])];
  const entries = names.flatMap((name): [string, unknown][] => {
    const [before, ours, theirs] = [base[name], own[name], next[name]];
    const keep = (value: unknown): [string, unknown][] => (value === undefined ? [] : [[name, value]]);
    if (isDeepStrictEqual(before, theirs) || isDeepStrictEqual(ours, theirs)) return keep(ours);
    if (isDeepStrictEqual(before, ours)) return keep(theirs);
    if (isObject(ours) && isObject(theirs)) {
      return keep(
        mergeObjects({ base: isObject(before) ? before : {}, own: ours, next: theirs }, [...path, name], conflicts),
      );
    }
    const place = [...path, name].join(".");
    conflicts.push(
      `${place} stays ${JSON.stringify(ours) ?? "removed"}; the template's is ${JSON.stringify(theirs) ?? "removed"}`,
    );
    return keep(ours);
  });
  return Object.fromEntries(entries);
}

function isObject(value: unknown): value is Manifest {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
