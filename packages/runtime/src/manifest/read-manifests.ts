import { readdir, readFile } from "node:fs/promises";
import { DocumentError } from "../document/document-error.js";
import { parseYamlStream } from "../document/parse-yaml.js";
import { ManifestError } from "./manifest-error.js";

/** An object from a plugin's manifests. */
export interface Manifest {
  readonly value: unknown;
  /** `<file>, document <n>, line <n>`, for errors. */
  readonly place: string;
}

/**
 * Reads every `*.yaml` and `*.yml` file of a folder, in the order of their names. Each may contain several documents. Returns nothing if there is
 * no folder.
 *
 * @throws {ManifestError} for the first file that cannot be read.
 */
export async function readManifests(folder: URL): Promise<readonly Manifest[]> {
  const manifests: Manifest[] = [];
  for (const file of await manifestFiles(folder)) manifests.push(...(await readFileManifests(folder, file)));
  return manifests;
}

async function manifestFiles(folder: URL): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => !entry.isDirectory() && /\.ya?ml$/i.test(entry.name))
      .map(({ name }) => name)
      .toSorted(byCodeUnit);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

/** The same order on every machine, whatever its locale. */
function byCodeUnit(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

async function readFileManifests(folder: URL, file: string): Promise<readonly Manifest[]> {
  try {
    const text = await readFile(new URL(encodeURIComponent(file), folder), "utf8");
    return parseYamlStream(text).map(({ value, line }, at) => ({
      value,
      place: `${file}, document ${at + 1}, line ${line}`,
    }));
  } catch (error) {
    if (error instanceof DocumentError) throw new ManifestError(file, error.message, { cause: error });
    throw error;
  }
}
