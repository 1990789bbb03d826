import type { GenerateResult } from "@cmgen/generator";

/** New kinds that have a line each. */
const LINES = 5;

/** What new kinds are called that do not say all of it themselves; nothing where there are none. */
export function namesText(named: GenerateResult["named"]): string {
  if (named.length === 0) return "";
  const lines = named
    .slice(0, LINES)
    .map(({ kind, apiVersion, plural, singular }) => `New kind ${kind} of ${apiVersion}: ${plural}, ${singular}.\n`);
  const more = named.length - LINES;
  const rest = more > 0 ? [`And ${more} more: \`cmgen explain\` lists all kinds.\n`] : [];
  const hint =
    "Such names are in URLs and tables. To have others, say them in `defineModel` before objects are stored.\n";
  return [...lines, ...rest, hint].join("");
}
