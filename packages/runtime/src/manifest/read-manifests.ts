import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { DocumentError } from "../document/document-error.js";
import { parseYamlStream, type YamlDocument } from "../document/parse-yaml.js";
import type { ManifestProblem } from "./manifest-error.js";
import type { Manifest } from "./manifest.js";

/** A plugin's folder of manifests, below its root. */
const FOLDER = "extensions";

/** What is in a folder of manifests. Files are named relative to the plugin's root. */
export interface ManifestFolder {
  readonly manifests: readonly Manifest[];
  /** One for each file that cannot be read. */
  readonly problems: readonly ManifestProblem[];
  /** Files that are not manifests by their extension. */
  readonly others: readonly string[];
  /** Texts of the manifests that could be read, by file. */
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * Reads every `*.yaml`, `*.yml` and `*.json` file in `extensions/` and in the folders below it, in the order of their paths. Each may contain
 * several documents. Files and folders whose names begin with a dot are left out, as version control and mounted volumes have them.
 *
 * @param root path of the plugin's folder.
 */
export async function readManifests(root: string): Promise<ManifestFolder> {
  const paths = await pathsBelow(root, FOLDER);
  const files = paths.filter((path) => /\.(?:ya?ml|json)$/i.test(path));
  const read = await Promise.all(files.map((file) => readFileManifests(root, file)));
  return {
    manifests: read.flatMap(({ manifests }) => manifests),
    problems: read.flatMap(({ problems }) => problems),
    others: paths.filter((path) => !files.includes(path)),
    texts: new Map(read.flatMap(({ file, text }) => (text === undefined ? [] : [[file, text] as const]))),
  };
}

async function pathsBelow(root: string, folder: string): Promise<readonly string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(noneIfMissing);
  const shown = entries.filter(({ name }) => !name.startsWith(".")).toSorted(byCodeUnit);
  const paths = shown.map(async (entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? pathsBelow(root, path) : [path];
  });
  return (await Promise.all(paths)).flat();
}

function noneIfMissing(error: unknown): [] {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
  throw error;
}

/** The same order on every machine, whatever its locale. */
function byCodeUnit({ name: left }: { readonly name: string }, { name: right }: { readonly name: string }): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

interface ReadFile extends Pick<ManifestFolder, "manifests" | "problems"> {
  readonly file: string;
  /** Absent if it cannot be read. */
  readonly text?: string;
}

async function readFileManifests(root: string, file: string): Promise<ReadFile> {
  const nothing = { file, manifests: [], problems: [] };
  let text: string;
  try {
    text = await readFile(join(root, file), "utf8");
  } catch (error) {
    return { ...nothing, problems: [unreadable(file, error)] };
  }
  try {
    return { ...nothing, text, manifests: parseYamlStream(text).map((document) => manifestOf(file, document)) };
  } catch (error) {
    return { ...nothing, text, problems: [unreadable(file, error)] };
  }
}

function manifestOf(file: string, { value, placeOf }: YamlDocument): Manifest {
  return {
    value,
    placeOf: (pointer) => {
      const { line, column } = placeOf(pointer);
      return `${file}:${line}:${column}`;
    },
  };
}

function unreadable(file: string, error: unknown): ManifestProblem {
  if (error instanceof DocumentError) {
    const { place, message } = error;
    return { place: place === undefined ? file : `${file}:${place.line}:${place.column}`, message };
  }
  const why = error instanceof Error ? error.message : String(error);
  return { place: file, message: `It cannot be read: ${why}.` };
}
