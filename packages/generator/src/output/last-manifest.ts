import type { LastOutput } from "../emitter/emitter.js";
import { contentHash } from "./content-hash.js";
import { manifestPath, parseManifest, type Manifest } from "./manifest.js";
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
  /** Path of the manifest, where it is not the usual one. Then there is no other. */
  readonly manifest?: string;
  /** Path of the manifest that the last run wrote, as far as it is known. */
  readonly previous?: string | undefined;
  /** Take a manifest that cannot be read for an empty one. */
  readonly force: boolean;
}

/**
 * What the last run wrote: by the manifest in the folder of generated files or, where there is none, by the one that the last run wrote
 * with another `outDir`. Others are not looked for: they may be of another plugin or config, and what a manifest names is removed.
 *
 * @throws {OutputError} where a manifest cannot be read, unless `force` is given.
 */
export function lastManifest(
  disk: PluginFiles,
  { outDir, manifest, previous, force }: LastManifestOptions,
): LastManifest {
  const usual = manifest ?? manifestPath(outDir);
  const isMoved = manifest === undefined && previous !== undefined && disk.read(usual) === undefined;
  const path = isMoved ? previous : usual;
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
