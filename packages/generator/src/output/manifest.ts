import { isInnerPath } from "../paths/inner-path.js";
import { OutputError } from "./output-error.js";

/** What the last run wrote: hashes of contents by path, as {@link contentHash} makes them. */
export type Manifest = ReadonlyMap<string, string>;

const formatVersion = 1;

/** The manifest's name, in the folder of generated files. */
export const manifestName = ".cmgen-manifest.json";

export function manifestPath(outDir: string): string {
  return `${outDir}/${manifestName}`;
}

export function printManifest(manifest: Manifest): string {
  const files = Object.fromEntries([...manifest].toSorted(([left], [right]) => (left < right ? -1 : 1)));
  return `${JSON.stringify({ version: formatVersion, files }, null, 2)}\n`;
}

/**
 * Reads a manifest's text; no text is an empty manifest.
 *
 * @throws {OutputError} where the text is no manifest: it says which files may be removed, so nothing is guessed.
 */
export function parseManifest(path: string, text: string | undefined): Manifest {
  if (text === undefined) return new Map();
  const entries = entriesOf(text);
  if (entries !== undefined) return new Map(entries);
  throw new OutputError(path, "is not a manifest that this version of cmgen can read. Use --force to write it again.");
}

function entriesOf(text: string): [string, string][] | undefined {
  const value = parsedObject(text);
  if (value?.["version"] !== formatVersion) return undefined;
  const { files } = value;
  if (typeof files !== "object" || files === null) return undefined;
  const entries: [string, unknown][] = Object.entries(files);
  return entries.every(isEntry) ? entries : undefined;
}

function parsedObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    // A text that is no JSON is no manifest either; the caller says so.
    return undefined;
  }
}

/** A manifest names files to be removed, so none of its paths may lead out of the plugin. */
function isEntry(entry: [string, unknown]): entry is [string, string] {
  const [path, hash] = entry;
  return isInnerPath(path) && typeof hash === "string";
}
