import { readSnippets } from "../docs/snippets.js";

const pages = /^docs\/(deploying|behind-a-proxy|backup-and-restore)\.md:/;

/** The text of the first block with the info string `info` on the pages about running a service. */
export function pageBlock(info: string): string {
  const found = readSnippets().find(
    ({ place, language, marks }) => pages.test(place) && [language, ...marks].join(" ") === info,
  );
  if (found === undefined) throw new Error(`No page of ${pages.source} has a block \`${info}\``);
  return found.text;
}

/** `text` with every key of `replacements`, each of which must be there, replaced by its value. */
export function replaceIn(text: string, replacements: Readonly<Record<string, string>>): string {
  return Object.entries(replacements).reduce((replaced, [from, to]) => {
    if (!replaced.includes(from)) throw new Error(`The page does not say ${JSON.stringify(from)}`);
    return replaced.replaceAll(from, to);
  }, text);
}
