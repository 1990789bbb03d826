import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root, with a trailing separator. */
export const repositoryRoot = fileURLToPath(new URL("../../", import.meta.url));

/** What is made, installed or kept by tools, and so not the project's own text. */
const notOurs = new Set(["node_modules", "dist", ".git", ".turbo", ".data", "coverage"]);

/** The API reference: the documentation's build writes it between the pages. */
const madeFolder = "docs/api";

let files: readonly string[] | undefined;

/** Every file of the project's own, relative to the root with `/`, sorted. Walks the disk: git need not be there. */
export function repositoryFiles(): readonly string[] {
  files ??= walk("").toSorted();
  return files;
}

function walk(folder: string): string[] {
  return readdirSync(join(repositoryRoot, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (notOurs.has(entry.name) || path === madeFolder) return [];
    return entry.isDirectory() ? walk(path) : [path];
  });
}
