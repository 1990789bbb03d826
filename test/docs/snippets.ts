import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryFiles, repositoryRoot } from "../boundaries/repository.js";

/** Marks of TypeScript that is compiled with another plugin than that of the people, by the tests of its pages. */
export const marksOfOtherPlugins: readonly string[] = ["report", "references", "file", "tracker", "rows", "step", "in"];

/** A fenced block of a page. */
export interface Snippet {
  /** `<page>:<line>`, the line being the block's first in the page. */
  readonly place: string;
  /** First word of the info string, for example `ts`. */
  readonly language: string;
  /** The words after it. */
  readonly marks: readonly string[];
  readonly text: string;
  /** What the page says that it prints, or is answered: the text of a block `text output` or `json output` right behind it. */
  readonly output?: string;
}

/** Every fenced block of a Markdown text. */
export function snippetsOf(page: string, markdown: string): readonly Snippet[] {
  const blocks = blocksOf(page, markdown);
  return blocks.map((block, at) => {
    const next = blocks[at + 1];
    if (next === undefined || !next.marks.includes("output")) return block;
    return { ...block, output: next.text };
  });
}

function blocksOf(page: string, markdown: string): readonly Snippet[] {
  return [...markdown.matchAll(/^```([^\n`]*)\n(.*?)^```[ \t]*$/gms)].map((fence) => {
    const [, info = "", text = ""] = fence;
    const [language = "", ...marks] = info.trim().split(/\s+/);
    const line = markdown.slice(0, fence.index).split("\n").length + 1;
    return { place: `${page}:${line}`, language, marks, text };
  });
}

/** The blocks of every page that a user of cmgen reads. Diagnostics have a test of their own. */
export function readSnippets(): readonly Snippet[] {
  return repositoryFiles()
    .filter((path) =>
      /^(README|CONTRIBUTING|examples\/people\/README|docs\/(?!diagnostics\/).+|packages\/[^/]+\/README)\.md$/.test(
        path,
      ),
    )
    .flatMap((path) => snippetsOf(path, readFileSync(join(repositoryRoot, path), "utf8")));
}
