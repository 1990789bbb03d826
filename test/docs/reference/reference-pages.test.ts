import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readSettings } from "../../../packages/runtime/src/server/settings.js";
import { repositoryFiles, repositoryRoot } from "../../boundaries/repository.js";
import { renderCommandsPage } from "./commands-page.js";
import { renderConfigPage } from "./config-page.js";
import { renderMetricsPage } from "./metrics-page.js";
import { commandLineVariables, renderEnvironmentPage, renderServicePage } from "./service-page.js";
import { renderTagsPage } from "./tags-page.js";

const folder = join(repositoryRoot, "docs", "reference");

const pages: Readonly<Record<string, () => string | Promise<string>>> = {
  "commands.md": renderCommandsPage,
  "config.md": renderConfigPage,
  "environment.md": renderEnvironmentPage,
  "metrics.md": renderMetricsPage,
  "service.md": renderServicePage,
  "tags.md": renderTagsPage,
};

// What the machine's environment says must not come into the pages.
beforeEach(() => {
  for (const name of Object.keys(commandLineVariables)) vi.stubEnv(name, undefined);
});
afterEach(() => vi.unstubAllEnvs());

it.each(Object.entries(pages))("%s is as its sources say (UPDATE_GOLDENS=1 writes it)", async (name, render) => {
  const path = join(folder, name);
  const rendered = await render();
  if (process.env["UPDATE_GOLDENS"] === "1") writeFileSync(path, rendered);
  expect(existsSync(path) ? readFileSync(path, "utf8") : "").toBe(rendered);
});

it("there are no other pages", () => {
  expect(readdirSync(folder).toSorted()).toEqual(Object.keys(pages).toSorted());
});

it("every option, tag and variable has a meaning", () => {
  const tables = [renderConfigPage(), renderServicePage(), renderTagsPage(), renderEnvironmentPage()].flatMap(
    (page) => page.match(/(?:^\|.*\n)+/gm) ?? [],
  );
  const meanings = tables.flatMap((table) => {
    const [head = [], , ...rows] = table
      .trimEnd()
      .split("\n")
      .map((line) => line.split(/(?<!\\)\|/));
    return rows.map((cells) => [cells[1], cells[head.indexOf(" Meaning ")]] as const);
  });
  expect(meanings.length).toBeGreaterThan(80);
  expect(meanings.filter(([, meaning]) => !/[a-z]{2}/.test(meaning ?? ""))).toEqual([]);
});

it("the variables of a service are those that it reads", () => {
  const names = new Set<string>();
  const get = (_: unknown, name: string | symbol): undefined => void names.add(String(name));
  const environment = new Proxy<Record<string, string | undefined>>({}, { get });
  readSettings({ plugins: [], root: new URL("file:///srv/people/") }, environment);
  const [service = ""] = renderEnvironmentPage().split("## Of the command line");
  const listed = [...service.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name]) => name ?? "");
  expect(listed.toSorted()).toEqual([...names].toSorted());
});

it("the variables of the command line are those that it reads", () => {
  const sources = repositoryFiles()
    .filter((path) => /^packages\/(?:cli|client|generator)\/(?!.*\.test\.).*\.[cm]?[jt]s$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(repositoryRoot, path), "utf8") }));
  const read = sources.flatMap(({ text }) =>
    [...text.matchAll(/\b(?:env|environment)\[\s*["'](\w+)["']|\bprocess\.env\.(\w+)/g)].map(
      ([, name, other]) => name ?? other,
    ),
  );
  // The runtime reads it for the command line, too.
  expect([...new Set([...read, "CMGEN_DATABASE_URL"])].toSorted()).toEqual(Object.keys(commandLineVariables));
  // A variable whose name is computed would escape the comparison.
  const computed = sources.filter(({ text }) => /\benv(?:ironment)?\[(?!\s*["'])|\}\s*=\s*process\.env\b/.test(text));
  expect(computed.map(({ path }) => path)).toEqual([]);
});
