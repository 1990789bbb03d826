/** What a config may use for its value to follow from its text alone. */
const ownImport = /^\s*import\s[^;]*?\sfrom\s*["']cmgen["'];?/gm;
const outside = /\b(?:import|require|process|globalThis|Date|Math|await|export\s*\*)\b|\bfrom\s*["']/;

/** Whether a config's text says all there is to it: it imports nothing but `cmgen` and asks nothing of the world around it. */
export function isPlainConfig(text: string): boolean {
  return !outside.test(text.replaceAll(ownImport, ""));
}
