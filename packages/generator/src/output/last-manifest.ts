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
  /** Path of the manifest, where it is not the usual one. Then it is looked for nowhere else. */
  readonly manifest?: string;
  /** Take a manifest that cannot be read for an empty one. */
  readonly force: boolean;
}

/**
 * What the last run wrote: by the manifest in the folder of generated files or, where there is none, by the one that a run with
 * another `outDir` left.
 *
 * @throws {OutputError} where a manifest cannot be read, unless `force` is given.
 */
export function lastManifest(disk: PluginFiles, { outDir, manifest, force }: LastManifestOptions): LastManifest {
  const usual = manifest ?? manifestPath(outDir);
  const isThere = manifest !== undefined || disk.read(usual) !== undefined;
  const [path = usual] = isThere ? [usual] : disk.find(manifestName);
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
