import { posix } from "node:path";

/** Specifier by which the module `from` imports the module `to`, both relative to the plugin's root, with `/`. */
export function importPath(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to).replace(/\.([cm]?)tsx?$/, ".$1js");
  return path.startsWith(".") ? path : `./${path}`;
}
