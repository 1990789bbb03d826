import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { repositoryRoot } from "../boundaries/repository.js";
import { documentedMembers } from "./reference/documented-members.js";

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

const rows = [...page.matchAll(/^\| +(?:`(\w+)`)? *\| `(\w+)` +\| .+ \|$/gm)];
const documented = new Map<string, string[]>();
let component = "";
for (const [, name, prop = ""] of rows) {
  component = name ?? component;
  documented.set(component, [...(documented.get(component) ?? []), prop]);
}

it.each([
  ["Button", "design/button.tsx"],
  ["Field", "design/field.tsx"],
  ["Notice", "design/notice.tsx"],
  ["ProblemNotice", "design/problem-notice.tsx"],
  ["Time", "design/time.tsx"],
  ["ObjectLink", "extension/object-link.tsx"],
])("says of each prop of %s what it is", (name, file) => {
  const members = documentedMembers(`packages/console/src/${file}`, `${name}Props`);
  expect(documented.get(name)).toEqual(members.map((member) => member.name));
});

it("names all that the page module exports", () => {
  const text = readFileSync(join(repositoryRoot, "packages/console/src/shared/page.ts"), "utf8");
  const names = [...text.matchAll(/\{(.+?)\}/g)].flatMap(([, list = ""]) => list.split(",").map((each) => each.trim()));
  const exported = names.filter((name) => !name.startsWith("type "));
  expect(exported.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  // The props of the others are those of the element.
  const [, sentence = ""] = /^(.+) also take everything/m.exec(page) ?? [];
  const components = exported.filter((name) => name !== "connection" && !documented.has(name));
  expect(components.filter((name) => !sentence.includes(`\`${name}\``))).toEqual([]);
});

it("names the classes and all custom properties that the console has", () => {
  const [, styles = ""] = /^## Styles$(.*?)^## /ms.exec(page) ?? [];
  const css = (name: string): string => readFileSync(join(repositoryRoot, "packages/console/src/design", name), "utf8");
  const [, ofTheme = ""] = /^:root \{(.*?)^\}/ms.exec(css("tokens.css")) ?? [];
  const properties = [...ofTheme.matchAll(/^ +(--[\w-]+):/gm)].map(([, name = ""]) => name);
  const named = new Set([...styles.matchAll(/`(--[\w-]+)`/g)].map(([, name]) => name));
  expect([...named].toSorted()).toEqual(properties.toSorted());
  const rules = css("design.css");
  const classes = [...styles.matchAll(/^\| (`[a-z].+?) \|/gm)].flatMap(([, cell = ""]) => cell.match(/[\w-]+/g) ?? []);
  expect(classes).toContain("stack");
  expect(classes.filter((name) => !rules.includes(`.${name} {`))).toEqual([]);
});
