import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";

import type { PackageSource } from "./package-source.js";

/** A file of the scaffold as it will stand in a plugin: path relative to the plugin's root, with `/`. */
export interface ScaffoldFile {
  readonly path: string;
  readonly contents: string;
}

export interface ScaffoldValues {
  /** The plugin's name: its package's, and the first label of its group. */
  readonly name: string;
  /** Where the plugin has cmgen's packages from. */
  readonly source: PackageSource;
}

/** The name the scaffold has as it lies in `templates/scaffold`, where it is a working plugin and no template. */
const sampleName = "my-plugin";

/** The scaffold of a new plugin, filled in. Every file of `templates/scaffold` is there, in order. */
export function scaffoldFiles(values: ScaffoldValues): readonly ScaffoldFile[] {
  const folder = scaffoldFolder();
  return filesBelow(folder).map((file) => {
    const path = relative(folder, file).replaceAll("\\", "/");
    return { path: targetPath(path), contents: fillIn(path, readFileSync(file, "utf8"), values) };
  });
}

function scaffoldFolder(): string {
  const require = createRequire(import.meta.url);
  return join(dirname(require.resolve("@cmgen/templates/package.json")), "scaffold");
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

/** npm packs no `.gitignore` and its like: they lie in the package with `_` for the dot. */
function targetPath(path: string): string {
  return path.replace(/(^|\/)_(?=[a-z])/g, "$1.");
}

function fillIn(path: string, contents: string, { name, source }: ScaffoldValues): string {
  const named = contents.replaceAll(sampleName, name);
  if (path !== "package.json") return named;
  return named.replace(
    /"(cmgen|@cmgen\/[^"]+)":\s*"[^"]*"/g,
    (_, packageName: string) => `"${packageName}": ${JSON.stringify(source(packageName))}`,
  );
}
