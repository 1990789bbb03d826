import { readFileSync } from "node:fs";
import { join } from "node:path";

import { FilesError } from "../usage-error.js";

export type Manifest = Readonly<Record<string, unknown>>;

/** Names a package, not what a plugin needs. */
const itsOwn: ReadonlySet<string> = new Set(["name", "version", "private", "engines"]);

/**
 * The `package.json` of a folder; undefined if it has none.
 *
 * @throws {FilesError} where it is not a JSON object.
 */
export function readManifest(folder: string): Manifest | undefined {
  const path = join(folder, "package.json");
  const text = readText(path);
  if (text === undefined) return undefined;
  try {
    const manifest: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    if (isObject(manifest)) return manifest;
  } catch {
    // Reported below.
  }
  throw new FilesError(`${path} is not a JSON object. Fix it, then run cmgen init again.`);
}

/** What `wanted` has and `kept` lacks: entries to add to the `package.json` that is kept. Entries with another value are not missing. */
export function missingEntries(wanted: Manifest, kept: Manifest): Manifest {
  const missing: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(wanted).filter(([name]) => !itsOwn.has(name))) {
    if (isObject(value)) {
      const entries = Object.entries(value).filter(([name]) => !has(kept, key, name));
      if (entries.length > 0) missing[key] = Object.fromEntries(entries);
    } else if (value !== kept[key]) missing[key] = value;
  }
  return missing;
}

/** Names of scripts that both have and that do something else in `kept`. */
export function differingScripts(wanted: Manifest, kept: Manifest): readonly string[] {
  const [ours, theirs] = [wanted["scripts"], kept["scripts"]];
  if (!isObject(ours) || !isObject(theirs)) return [];
  return Object.keys(ours).filter((name) => theirs[name] !== undefined && theirs[name] !== ours[name]);
}

/** What is needed for development may as well be there in production. */
function has(kept: Manifest, key: string, name: string): boolean {
  const sections = key === "devDependencies" ? ["dependencies", key] : [key];
  return sections.some((section) => {
    const entries = kept[section];
    return isObject(entries) && entries[name] !== undefined;
  });
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && ["ENOENT", "ENOTDIR"].includes(String(error.code)))
      return undefined;
    throw new FilesError(`${path} cannot be read.`, { cause: error });
  }
}

function isObject(value: unknown): value is Manifest {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
