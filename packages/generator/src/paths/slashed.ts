import nodePath, { type PlatformPath } from "node:path";

/**
 * A path in the one form that paths are compared in: with `/`. On Windows, TypeScript asks for `C:/a`, and `join` makes `C:\a` of the
 * same.
 *
 * @param system Default: this machine's. Tests give the other one's.
 */
export function slashed(path: string, system: PlatformPath = nodePath): string {
  return system.sep === "\\" ? path.replaceAll("\\", "/") : path;
}

/** Path of something relative to a folder, with `/`; on another drive it stays absolute. */
export function relativePath(folder: string, path: string, system: PlatformPath = nodePath): string {
  return slashed(system.relative(folder, path), system);
}

/** Whether a path leads to something in a folder, at any depth; the folder itself is not. */
export function isBelow(folder: string, path: string, system: PlatformPath = nodePath): boolean {
  const inner = relativePath(folder, path, system);
  return inner !== "" && inner !== ".." && !inner.startsWith("../") && !system.isAbsolute(inner);
}

/** The folders that a file is in, the nearest first, up to and with `root`; none where it is not below that. */
export function foldersUpTo(root: string, file: string, system: PlatformPath = nodePath): readonly string[] {
  const folders: string[] = [];
  for (let folder = system.dirname(file); isBelow(root, folder, system); folder = system.dirname(folder))
    folders.push(folder);
  return isBelow(root, file, system) ? [...folders, root] : [];
}
