import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { DefaultTheme } from "vitepress";
import type { Entry, Part } from "./contents.js";
import { addressInRepository } from "./markdown.js";

/** The sidebar: the tables of docs/README.md, and the modules of the API reference below "Look up". */
export function sidebarOf(
  docs: string,
  contents: readonly Part[],
  repositoryUrl: string | null,
): DefaultTheme.SidebarItem[] {
  return contents.map(({ title, groups }) => ({
    text: shortTitle(title),
    collapsed: false,
    items: [
      ...groups.flatMap((group) => {
        const items = group.entries.flatMap((entry) => itemOf(entry, repositoryUrl));
        return group.title === undefined ? items : [{ text: group.title, collapsed: true, items }];
      }),
      ...(title.startsWith("Look up") ? [apiReference(docs)] : []),
    ],
  }));
}

/** The four ways in: each leads to the first page of its part. */
export function partsOfNav(contents: readonly Part[]): DefaultTheme.NavItemWithLink[] {
  return contents
    .filter(({ title }) => !title.startsWith("Build"))
    .map(({ title, groups }) => ({ text: shortTitle(title), link: `/${groups[0]?.entries[0]?.link ?? ""}` }));
}

function shortTitle(title: string): string {
  return title.replace(/:.*/, "");
}

function itemOf({ title, link }: Entry, repositoryUrl: string | null): DefaultTheme.SidebarItem[] {
  if (!link.startsWith("../")) return [{ text: title, link: `/${link.replace(/README\.md$/, "")}` }];
  return repositoryUrl === null ? [] : [{ text: title, link: addressInRepository(repositoryUrl, link.slice(3)) }];
}

/** The modules that typedoc lists, by name. */
function apiReference(docs: string): DefaultTheme.SidebarItem {
  const index = join(docs, "api", "index.md");
  const modules = existsSync(index) ? readFileSync(index, "utf8").matchAll(/^- \[([^\]]+)\]\(([^)]+)\)$/gm) : [];
  const items = [...modules].map(([, text = "", path = ""]) => ({ text, link: `/api/${path}` }));
  const sorted = items.toSorted((a, b) => (a.text < b.text ? -1 : 1));
  return { text: "API reference", link: "/api/", collapsed: true, items: sorted };
}
