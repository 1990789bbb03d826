import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, it } from "vitest";
import { repositoryFiles, repositoryRoot } from "../boundaries/repository.js";

const pages = repositoryFiles().filter((path) => path.endsWith(".md") && !/^(templates|test\/golden)\//.test(path));

interface Link {
  readonly page: string;
  readonly path: string;
  readonly anchor: string | undefined;
}

const links = pages.flatMap(localLinks);

it("every link within the repository leads somewhere", () => {
  expect(links.filter(({ path }) => !existsSync(join(repositoryRoot, path)))).toEqual([]);
  expect(links.length).toBeGreaterThan(20);
});

it("every link to a part of a page finds its heading", () => {
  const toParts = links.filter(({ path, anchor }) => anchor !== undefined && path.endsWith(".md"));
  expect(toParts.filter(({ path, anchor = "" }) => !anchorsOf(path).has(anchor))).toEqual([]);
  expect(toParts.length).toBeGreaterThan(20);
});

it("every file of the repository that a page names exists", () => {
  const named = pages.flatMap((page) =>
    [...textOf(page).matchAll(/`((?:packages|scripts|examples)\/[\w./-]+)`/g)].map(([, path = ""]) => ({ page, path })),
  );
  expect(named.filter(({ path }) => !existsSync(join(repositoryRoot, path)))).toEqual([]);
  expect(named.length).toBeGreaterThan(20);
});

it("every page of docs is in one table of its index, from which the site's sidebar is made", () => {
  const rows = textOf("docs/README.md").matchAll(/^\| \[[^\]]+\]\(([^)#]+)\) +\|/gm);
  const listed = [...rows].map(([, path = ""]) => `docs/${path}`);
  const own = pages.filter((path) => /^docs\/(reference\/)?[^/]+\.md$/.test(path) && path !== "docs/README.md");
  expect(own.filter((path) => !listed.includes(path))).toEqual([]);
  expect(listed.filter((path, at) => listed.indexOf(path) !== at)).toEqual([]);
});

it("every decision is in the list of decisions", () => {
  const listed = new Set(links.filter(({ page }) => page === "docs/decisions/README.md").map(({ path }) => path));
  const own = pages.filter((path) => path.startsWith("docs/decisions/") && !path.endsWith("/README.md"));
  expect(own.filter((path) => !listed.has(path))).toEqual([]);
});

function localLinks(page: string): readonly Link[] {
  const targets = [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  return targets
    .filter((target) => !/^(https?:|mailto:)/.test(target))
    .map((target) => {
      const [path = "", anchor] = target.split("#");
      return { page, path: path === "" ? page : normalize(join(dirname(page), path)), anchor };
    });
}

/** What the headings of a page are called in links, as GitHub makes it of their text. */
function anchorsOf(page: string): ReadonlySet<string> {
  const headings = [...textOf(page).matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading = ""]) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
        .trim()
        .replaceAll(" ", "-"),
    ),
  );
}

/** A page without its code. */
function textOf(page: string): string {
  return readFileSync(join(repositoryRoot, page), "utf8").replaceAll(/^```.*?^```/gms, "");
}
