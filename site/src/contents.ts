import { readFileSync } from "node:fs";
import { posix } from "node:path";

/** A page as a table of docs/README.md lists it. */
export interface Entry {
  readonly title: string;
  /** Relative to docs, such as `hooks.md` or `deploying.md#several-processes-on-one-postgresql`. */
  readonly link: string;
  readonly about: string;
}

/** Entries below one heading of third rank; those before the first such heading have no title. */
export interface Group {
  readonly title?: string;
  readonly entries: readonly Entry[];
}

/** A heading of second rank, such as `Use: write a plugin`, and its tables. */
export interface Part {
  readonly title: string;
  readonly groups: readonly Group[];
}

/** The tables of docs/README.md: the one place where pages are ordered. */
export function readContents(docs: string): readonly Part[] {
  return parseContents(readFileSync(posix.join(docs, "README.md"), "utf8"));
}

/** Only rows that begin with a link list pages: what else a table has is not for the sidebar. */
export function parseContents(markdown: string): readonly Part[] {
  const [, ...parts] = markdown.split(/^## /m);
  return parts.map((part) => {
    const [first = "", ...groups] = part.split(/^### /m);
    return {
      title: titleOf(first),
      groups: [
        { entries: entriesOf(first) },
        ...groups.map((text) => ({ title: titleOf(text), entries: entriesOf(text) })),
      ].filter(({ entries }) => entries.length > 0),
    };
  });
}

function titleOf(text: string): string {
  return text.slice(0, text.indexOf("\n")).trim();
}

function entriesOf(text: string): readonly Entry[] {
  return [...text.matchAll(/^\| \[([^\]]+)\]\(([^)]+)\) +\| (.+?) +\|$/gm)].map(
    ([, title = "", link = "", about = ""]) => ({
      title,
      link,
      about,
    }),
  );
}
