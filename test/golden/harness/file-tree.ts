import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** Texts by path relative to a folder, with `/`, in order. */
export type FileTree = ReadonlyMap<string, string>;

/** Every file below `folder` but for what is installed or cached; none where it does not exist. */
export function readTree(folder: string): FileTree {
  if (!existsSync(folder)) return new Map();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [relative(folder, file).replaceAll("\\", "/"), file] as const)
    .filter(([path]) => !path.split("/").includes("node_modules"))
    .toSorted(([left], [right]) => (left < right ? -1 : 1));
  return new Map(files.map(([path, file]) => [path, readFileSync(file, "utf8")]));
}

/** Makes `folder` hold `tree` and nothing else; an empty tree leaves no folder. */
export function replaceTree(folder: string, tree: FileTree): void {
  rmSync(folder, { recursive: true, force: true });
  writeTree(folder, tree);
}

export function writeTree(folder: string, tree: FileTree): void {
  for (const [path, contents] of tree) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, contents);
  }
}
