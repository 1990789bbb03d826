/** What a config may use for its value to follow from its text and from the modules that it imports. */
const staticImport = /^\s*import\s[^;]*?\sfrom\s*["']([^"']+)["'];?/gm;
const outside = /\b(?:import|require|process|globalThis|Date|Math|await|export\s*\*)\b|\bfrom\s*["']/;

/** Comments and strings, which say nothing of what is computed. A template with an expression is not among them. */
const comment = /\/\/[^\n]*|\/\*[^]*?\*\//;
const string = /"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*'|`(?:\\[^]|[^`\\$])*`/;
const commentOrString = new RegExp(`${comment.source}|${string.source}`, "g");

/**
 * The modules that a config imports, if its text says all else there is to it: it asks nothing of the world around it. Undefined if it
 * computes its value.
 */
export function plainImports(text: string): readonly string[] | undefined {
  const code = text.replaceAll(commentOrString, (found) => (found.startsWith("/") ? " " : found));
  const rest = code.replaceAll(staticImport, "").replaceAll(commentOrString, '""');
  // A slash that is left may begin a regular expression, in which quotes are not those of strings: then every word counts.
  if (outside.test(rest.includes("/") ? text.replaceAll(staticImport, "") : rest)) return undefined;
  return [...code.matchAll(staticImport)].map(([, specifier = ""]) => specifier);
}
