import { readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import { contentHash } from "../output/content-hash.js";

const require = createRequire(import.meta.url);

/** Files a package manager rewrites whenever what is installed changes. */
const installMarkers = [".package-lock.json", ".modules.yaml", ".yarn-state.yml"];

/**
 * Changes with everything of cmgen that output depends on: its own code, its templates and what is installed beside it. Times and
 * sizes of files stand for their contents; a false alarm costs one run.
 */
export function toolFingerprint(): string {
  // The code that runs is the one that was there at the start, also where another is installed meanwhile.
  fingerprint ??= currentFingerprint();
  return fingerprint;
}

let fingerprint: string | undefined;

function currentFingerprint(): string {
  const code = join(import.meta.dirname, "..");
  const vocabulary = dirname(require.resolve("@cmgen/model"));
  const runtime = dirname(require.resolve("@cmgen/runtime/manifests"));
  const templates = join(dirname(require.resolve("@cmgen/templates/package.json")), "generate");
  const files = [code, vocabulary, runtime, templates].flatMap(filesBelow);
  return contentHash([...files, ...markersAbove(code)].map(stampOf).join("\n"));
}

function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && isRun(entry.name));
  // `join` would take a tenth of a run that finds nothing changed.
  return files.map(({ parentPath, name }) => `${parentPath}/${name}`).toSorted();
}

/** Whether a file is run, or filled in, and not only there for readers and compilers. */
function isRun(name: string): boolean {
  return /\.(?:[cm]?js|hbs)$/.test(name) && !name.includes(".test.");
}

function markersAbove(folder: string): string[] {
  const parent = dirname(folder);
  const here = installMarkers.map((name) => join(folder, "node_modules", name));
  return parent === folder ? here : [...here, ...markersAbove(parent)];
}

function stampOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? "" : `${path} ${stats.mtimeMs} ${stats.size}`;
}
