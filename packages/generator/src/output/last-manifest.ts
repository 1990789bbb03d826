import { manifestPath, parseManifest, type Manifest } from "./manifest.js";
import { OutputError } from "./output-error.js";
import type { PluginFiles } from "./plugin-files.js";

export interface LastOutputOptions {
  /** Folder of generated files, where the manifest is. */
  readonly outDir: string;
  readonly force: boolean;
}

/**
 * What the last run wrote.
 *
 * @throws {OutputError} where its manifest cannot be read, unless `force` is to write it anew.
 */
export function lastManifest(disk: PluginFiles, { outDir, force }: LastOutputOptions): Manifest {
  const path = manifestPath(outDir);
  try {
    return parseManifest(path, disk.read(path));
  } catch (error) {
    if (force && error instanceof OutputError) return new Map();
    throw error;
  }
}
