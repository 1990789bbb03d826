import { readFileSync } from "node:fs";
import { join } from "node:path";

import { SERVICE_BASE, SERVICE_SEGMENTS } from "@cmgen/model/internal";
import { expect, it, test } from "vitest";

import { defaultConfig } from "../../packages/generator/src/config/resolved-config.js";
import { tagNames } from "../../packages/generator/src/read/docs/tag-table.js";
import { reservedNames } from "../../packages/generator/src/reserved/reserved-names.js";
import { repositoryRoot } from "../boundaries/repository.js";

const page = readFileSync(join(repositoryRoot, "docs/reserved.md"), "utf8");

/** A part of the page: the names of its text, and the rows of its table. */
function part(title: string) {
  const [, rest = ""] = page.split(`\n## ${title}\n`);
  const [text = ""] = rest.split("\n## ");
  const rows = [...text.matchAll(/^\| `@?(\w+)` +\| (.+?) +\|$/gm)].map(
    ([, name, purpose]) => [name, purpose] as const,
  );
  const prose = text
    .split("\n")
    .filter((line) => !line.startsWith("|"))
    .join("\n");
  return {
    names: new Set([...prose.matchAll(/`@?([\w./-]+)`/g)].map(([, name]) => name)),
    rows: Object.fromEntries(rows),
  };
}

test.each([
  ["model", "Keys of a model", []],
  ["config", "Keys of the config", Object.keys(defaultConfig)],
] as const)("the page has every %s in use, and every one that is reserved", (place, title, inUse) => {
  const { names, rows } = part(title);
  expect(rows).toEqual(reservedNames[place]);
  expect(inUse.filter((name) => !names.has(name))).toEqual([]);
  expect(inUse.filter((name) => Object.hasOwn(reservedNames[place], name))).toEqual([]);
});

test("the page has every tag, of which none is reserved", () => {
  const { names, rows } = part("Tags");
  expect(rows).toEqual({});
  expect(tagNames.filter((name) => !names.has(name))).toEqual([]);
});

it("has every path of a service", () => {
  const { names } = part("Paths");
  expect(SERVICE_SEGMENTS.filter((segment) => !names.has(segment))).toEqual([]);
  expect(names.has(`${SERVICE_BASE}/`)).toBe(true);
});
