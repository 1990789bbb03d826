import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { repositoryRoot } from "../boundaries/repository.js";

const page = readFileSync(join(repositoryRoot, "docs/console-extensions.md"), "utf8");
const blocks = [...page.matchAll(/^```tsx tracker (\S+)\n(.*?)^```$/gms)];

it("the page has three modules of the tracker, which is built with them", () => {
  expect(blocks.map(([, path]) => path)).toEqual([
    "src/console/issue.tsx",
    "src/console/project.tsx",
    "src/console/overdue.tsx",
  ]);
});

it.each(blocks.map(([, path = "", text = ""]) => [path, text]))("%s is as the tracker has it", (path, text) => {
  expect(text).toBe(readFileSync(join(repositoryRoot, "examples/tracker", path), "utf8"));
});

it("names what is shared as the console shares it", async () => {
  const { sharedModules } = await import("@cmgen/console");
  const [, table = ""] = /## What is shared with the console(.*?)Everything else/s.exec(page) ?? [];
  const documented = Object.keys(sharedModules).filter((name) => name !== "react/jsx-runtime");
  expect(documented.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
});
