/** What a config may use for its value to follow from its text and from the modules that it imports. */
const staticImport = /^\s*import\s[^;]*?\sfrom\s*["']([^"']+)["'];?/gm;
const outside = /\b(?:import|require|process|globalThis|Date|Math|await|export\s*\*)\b|\bfrom\s*["']/;

/**
 * The modules that a config imports, if its text says all else there is to it: it asks nothing of the world around it. Undefined if it
 * computes its value.
 */
export function plainImports(text: string): readonly string[] | undefined {
  if (outside.test(text.replaceAll(staticImport, ""))) return undefined;
  return [...text.matchAll(staticImport)].map(([, specifier = ""]) => specifier);
}
