import { readdirSync } from "node:fs";
import { join } from "node:path";

import { contentHash } from "../output/content-hash.js";

/** Names that say nothing of a plugin's modules: what is installed, and what tools keep beside it. */
const ignored = /^(?:\.|node_modules$)/;

export function isIgnored(name: string): boolean {
  return ignored.test(name);
}

/** Hash of the names in a folder; a folder that is missing has none. */
export function listingHash(folder: string): string {
  return hashOfNames(namesIn(folder));
}

export function namesIn(folder: string): readonly string[] {
  return entriesOf(folder).map(({ name }) => name);
}

export function hashOfNames(names: Iterable<string>): string {
  return contentHash([...names].toSorted().join("\n"));
}

/** `folder` and every folder below it, as absolute paths; none where it does not exist. */
export function foldersBelow(folder: string): string[] {
  const entries = entriesOf(folder).filter((entry) => entry.isDirectory());
  return [folder, ...entries.flatMap(({ name }) => foldersBelow(join(folder, name)))];
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(({ name }) => !isIgnored(name))
      .toSorted((left, right) => (left.name < right.name ? -1 : 1));
  } catch {
    // A folder that is missing has no names in it; should it appear, its listing differs.
    return [];
  }
}
