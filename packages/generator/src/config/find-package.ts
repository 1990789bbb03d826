import { existsSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/**
 * The folder of an installed package, as Node.js finds it from `root`: in the nearest `node_modules` upwards that has it. Links of workspaces
 * and of pnpm are not followed. The package's `exports` need not have its package.json.
 */
export function findPackage(root: string, name: string): string | undefined {
  for (let folder = root; ; folder = dirname(folder)) {
    const found = join(folder, "node_modules", name);
    if (existsSync(join(found, "package.json"))) return found;
    if (dirname(folder) === folder) return findByRequire(root, name);
  }
}

/** For package managers without folders of packages. */
function findByRequire(root: string, name: string): string | undefined {
  try {
    return dirname(createRequire(join(root, "package.json")).resolve(`${name}/package.json`));
  } catch {
    return undefined;
  }
}

/** The folder that a package is really in. */
export function realFolder(folder: string): string {
  return realpathSync(folder);
}
