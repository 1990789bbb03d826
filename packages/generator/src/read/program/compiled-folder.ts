import { dirname, join, relative } from "node:path";
import type { ts } from "ts-morph";

/** What decides where `tsc` puts its files, as the plugin's tsconfig.json says it. Paths are absolute. */
export interface CompilerPaths {
  readonly options: Pick<ts.CompilerOptions, "rootDir" | "outDir" | "composite" | "noEmit" | "emitDeclarationOnly">;
  /** The files it includes. */
  readonly files: readonly string[];
}

/**
 * Where the compiled modules of a folder are. If tsconfig.json does not say that, `src` is compiled to `dist`: another config of the compiler,
 * or another tool, writes the files. Paths are absolute.
 */
export function compiledFolder(root: string, folder: string, { options, files }: CompilerPaths): string {
  const { rootDir, outDir, composite, noEmit, emitDeclarationOnly } = options;
  const modules = files.filter((file) => !/\.d\.[cm]?ts$/.test(file));
  if (noEmit === true || emitDeclarationOnly === true || modules.length === 0)
    return join(root, relative(root, folder).replace(/^src(?=[\\/]|$)/, "dist"));
  if (outDir === undefined) return folder;
  const top = rootDir ?? (composite === true ? root : commonFolder([...modules.map((file) => dirname(file)), folder]));
  return join(outDir, relative(top, folder));
}

/** The folder that `tsc` takes for `rootDir` if nothing names it. From TypeScript 6 on it refuses to guess another one than that of tsconfig.json. */
function commonFolder([first = "", ...others]: readonly string[]): string {
  const isBelow = (folder: string): boolean => !relative(first, folder).startsWith("..");
  return others.every(isBelow) ? first : commonFolder([dirname(first), ...others]);
}
