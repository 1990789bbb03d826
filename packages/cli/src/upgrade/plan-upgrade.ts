import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { FileReport } from "../report/report-file.js";
import type { ScaffoldFile } from "../scaffold/scaffold-files.js";
import type { ScaffoldRecord } from "../scaffold/scaffold-record.js";
import { type Merged, mergeJson, type Versions } from "./merge-json.js";
import { type Labels, mergeText } from "./merge-text.js";

/** What an upgrade does with a file. */
export interface FileUpgrade extends FileReport {
  /** As the plugin has it; absent where it has none. */
  readonly before?: string;
  /** What is to be written; absent where the file stays as it is, or goes. */
  readonly after?: string;
}

interface Upgrade {
  readonly root: string;
  readonly record: ScaffoldRecord;
  /** The files of the templates of today. */
  readonly files: readonly ScaffoldFile[];
  readonly version: string;
}

/** Compares a plugin with the templates it was made from and with those of today. Files with nothing to do are left out. */
export function planUpgrade({ root, record, files, version }: Upgrade): readonly FileUpgrade[] {
  const nexts = new Map(files.map(({ path, contents }) => [path, contents]));
  const paths = [...new Set([...nexts.keys(), ...Object.keys(record.files)])].toSorted();
  const labels: Labels = ["yours", `cmgen ${record.version}`, `cmgen ${version}`];
  return paths.flatMap((path) => {
    const own = existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : undefined;
    return upgradeOf({ path, base: record.files[path], own, next: nexts.get(path) }, labels) ?? [];
  });
}

interface Compared {
  readonly path: string;
  readonly base: string | undefined;
  readonly own: string | undefined;
  readonly next: string | undefined;
}

function upgradeOf({ path, base, own, next }: Compared, labels: Labels): FileUpgrade | undefined {
  if (own === undefined) {
    if (base !== undefined || next === undefined) return undefined;
    return { fate: "create", path, after: next };
  }
  const isSame = (text: string | undefined): boolean => text === own.replaceAll("\r\n", "\n");
  if (base === next || isSame(next)) return undefined;
  if (next === undefined) {
    if (isSame(base)) return { fate: "delete", path, before: own, reason: "the template no longer has it" };
    return { fate: "skip", path, before: own, reason: "the template no longer has it, and you have changed it" };
  }
  if (base === undefined) return { fate: "skip", path, before: own, reason: "new in the template, but you have one" };
  if (isSame(base)) return { fate: "update", path, before: own, after: withReturnsOf(own, next) };
  const { text, conflicts } = merge(path, { base, own, next }, labels);
  if (conflicts.length > 0) return { fate: "conflict", path, before: own, after: text, reason: conflicts.join("; ") };
  return text === own ? undefined : { fate: "merge", path, before: own, after: text };
}

function merge(path: string, versions: Versions, labels: Labels): Merged {
  if (path !== "package.json") return mergeText(versions, labels);
  try {
    return mergeJson(versions);
  } catch {
    return mergeText(versions, labels);
  }
}

function withReturnsOf(own: string, next: string): string {
  return own.includes("\r\n") ? next.replaceAll("\n", "\r\n") : next;
}
