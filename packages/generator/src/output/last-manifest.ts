import type { LastOutput } from "../emit/emitter.js";
import { contentHash } from "./content-hash.js";
import { manifestName, manifestPath, parseManifest, type Manifest } from "./manifest.js";
import { OutputError } from "./output-error.js";
import type { PluginFiles } from "./plugin-files.js";

/** What the last run wrote, and where that is written down. */
export interface LastManifest {
  readonly path: string;
  readonly manifest: Manifest;
}

export interface LastManifestOptions {
  /** Folder of generated files. */
  readonly outDir: string;
  /** Take a manifest that cannot be read for an empty one. */
  readonly force: boolean;
}

/**
 * What the last run wrote: by the manifest in the folder of generated files or, where there is none, by the one that a run with
 * another `outDir` left.
 *
 * @throws {OutputError} where a manifest cannot be read, unless `force` is given.
 */
export function lastManifest(disk: PluginFiles, { outDir, force }: LastManifestOptions): LastManifest {
  const usual = manifestPath(outDir);
  const [path = usual] = disk.read(usual) === undefined ? disk.find(manifestName) : [usual];
  try {
    return { path, manifest: parseManifest(path, disk.read(path)) };
  } catch (error) {
    if (force && error instanceof OutputError) return { path, manifest: new Map() };
    throw error;
  }
}

/** The last run's files, for what may be taken over from them. */
export function lastOutput(disk: PluginFiles, options: LastManifestOptions): LastOutput {
  const { manifest } = lastManifest(disk, options);
  return {
    paths: [...manifest.keys()],
    wrote: (path, contents) => manifest.get(path) === contentHash(contents),
    read: (path) => disk.read(path),
  };
}
