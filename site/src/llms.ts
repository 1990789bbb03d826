import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Part } from "./contents.js";
import { firstParagraph } from "./first-paragraph.js";

/** The pages that the tables list, each once, without the part of it that a row may name. */
function pagesOf({ groups }: Part): readonly { readonly title: string; readonly path: string }[] {
  const entries = groups.flatMap((group) => group.entries).filter(({ link }) => /^[^.#][^#]*\.md$/.test(link));
  return entries.map(({ title, link }) => ({ title, path: link }));
}

/** The index for agents, in the form of llmstxt.org: a title, what it is, and the pages of each part, below the site's address. */
export function llmsIndex(docs: string, contents: readonly Part[], site: string): string {
  const readme = readFileSync(join(docs, "README.md"), "utf8");
  const parts = contents.map((part) => {
    const lines = pagesOf(part).map(({ title, path }) => {
      const text = readFileSync(join(docs, path), "utf8");
      return `- [${title}](${site}${addressOf(path)}): ${firstParagraph(text)}`;
    });
    return `## ${part.title}\n\n${lines.join("\n")}\n`;
  });
  return `# cmgen\n\n> ${firstParagraph(readme)}\n\n${parts.join("\n")}`;
}

/** All these pages as one text. */
export function llmsFull(docs: string, contents: readonly Part[]): string {
  return contents
    .flatMap(pagesOf)
    .map(({ path }) => readFileSync(join(docs, path), "utf8").trim())
    .join("\n\n---\n\n");
}

function addressOf(path: string): string {
  return `/${path.replace(/(^|\/)README\.md$/, "$1").replace(/\.md$/, ".html")}`;
}
