import { readSnippets } from "../docs/snippets.js";

/** The text of the first block of docs/deploying.md whose info string is `info`. */
export function pageBlock(info: string): string {
  const found = readSnippets().find(
    ({ place, language, marks }) => place.startsWith("docs/deploying.md:") && [language, ...marks].join(" ") === info,
  );
  if (found === undefined) throw new Error(`docs/deploying.md has no block \`${info}\``);
  return found.text;
}

/** `text` with every key of `replacements`, each of which must be there, replaced by its value. */
export function replaceIn(text: string, replacements: Readonly<Record<string, string>>): string {
  return Object.entries(replacements).reduce((replaced, [from, to]) => {
    if (!replaced.includes(from)) throw new Error(`docs/deploying.md does not say ${JSON.stringify(from)}`);
    return replaced.replaceAll(from, to);
  }, text);
}
