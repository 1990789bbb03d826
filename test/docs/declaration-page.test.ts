import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tagTable } from "../../packages/generator/src/read/docs/tag-table.js";
import { repositoryRoot } from "../boundaries/repository.js";

const page = readFileSync(join(repositoryRoot, "docs", "declaration.md"), "utf8");

it("lists every tag, and no other", () => {
  const table = page.slice(page.indexOf("## Tags"), page.indexOf("## Indexes"));
  const listed = [...table.matchAll(/`@([A-Za-z]+)/g)].map((match) => match[1]);
  expect(new Set(listed)).toEqual(new Set(Object.keys(tagTable)));
});
