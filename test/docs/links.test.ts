import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { repositoryFiles, repositoryRoot } from "../boundaries/repository.js";

const pages = repositoryFiles().filter((path) => path.endsWith(".md") && !/^(templates|test\/golden)\//.test(path));

it("every link within the repository leads somewhere", () => {
  const links = pages.flatMap((page) => {
    const text = readFileSync(join(repositoryRoot, page), "utf8").replaceAll(/^```.*?^```/gms, "");
    return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => ({ page, target: match[1] ?? "" }));
  });
  const local = links.filter(({ target }) => !/^(https?:|mailto:|#)/.test(target));
  const dead = local.filter(
    ({ page, target }) => !existsSync(join(repositoryRoot, dirname(page), target.split("#")[0] ?? "")),
  );
  expect(dead).toEqual([]);
  expect(local.length).toBeGreaterThan(20);
});
