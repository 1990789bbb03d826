import { dirname, join } from "node:path";

import type { ResolvedConfig } from "../config/resolved-config.js";
import { ACCESS_MODULE } from "../model/access-module.js";
import { LOGIC_FOLDERS, MISTAKEN_MODELS } from "../model/logic-folders.js";
import { foldersBelow } from "./folder-listing.js";

/**
 * The folders in which a new file could change a run's outcome, as absolute paths: those that the globs of models look into, those
 * of the plugin's own logic, those that such folders are called by mistake, its access file and its manifests, and those of every file that was read, where another might be resolved in its place.
 */
export function watchedFolders(
  root: string,
  { models, server }: Pick<ResolvedConfig, "models" | "server">,
  inputs: Iterable<string>,
): ReadonlySet<string> {
  const searched = models
    .filter((glob) => !glob.startsWith("!"))
    .flatMap((glob) => foldersBelow(join(root, fixedPart(glob))));
  const logic = [
    ...LOGIC_FOLDERS.flatMap(({ folder, mistaken }) => [folder, mistaken]),
    MISTAKEN_MODELS.mistaken,
  ].flatMap((folder) => foldersBelow(join(root, folder)));
  const manifests = foldersBelow(join(root, "extensions"));
  const besides = [...inputs]
    .filter((path) => !path.split(/[\\/]/).includes("node_modules"))
    .map((path) => dirname(path));
  const modules = [server, ACCESS_MODULE].map((module) => join(root, dirname(module)));
  return new Set([root, ...searched, ...logic, ...modules, ...manifests, ...besides]);
}

/** The folder a glob starts from: its segments up to the first with a wildcard. */
function fixedPart(glob: string): string {
  const segments = glob.split("/");
  const wild = segments.findIndex((segment) => /[*?[\]{}()!]/.test(segment));
  return segments.slice(0, wild === -1 ? segments.length - 1 : wild).join("/");
}
