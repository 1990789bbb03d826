import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { landingOfOldestPostgres, nightOfOldestPostgres } from "../../scripts/steps/installed-postgres.mjs";
import { landingOfNewestNode, nightOfNewestNode } from "../../scripts/steps/other-node.mjs";
import { landingProjects, long, night, ofConsole, outside } from "../../scripts/runs/tiers.mjs";
import { repositoryRoot } from "../boundaries/repository.js";

/** `a/{b,c{d,e}}.ts` as `a/b.ts`, `a/cd.ts` and `a/ce.ts`. */
function expandBraces(pattern: string): string[] {
  const [whole, choices] = /\{([^{}]*)\}/.exec(pattern) ?? [];
  if (whole === undefined || choices === undefined) return [pattern];
  return choices.split(",").flatMap((choice) => expandBraces(pattern.replace(whole, choice)));
}

it("names files and folders that exist", () => {
  const patterns = [...long, ...outside, ...ofConsole, ...night].flatMap(expandBraces);
  const selections = [landingOfNewestNode, nightOfNewestNode, landingOfOldestPostgres, nightOfOldestPostgres].flat();
  const named = [
    ...patterns.map((pattern) => pattern.replace(/\/[^/]*[*!].*$/, "")),
    ...selections.filter((name) => name.endsWith(".test.ts")),
  ];
  expect(named.filter((name) => !existsSync(join(repositoryRoot, name)))).toEqual([]);
});

it("gives each file to one run", () => {
  const vitest = join(repositoryRoot, "node_modules", "vitest", "vitest.mjs");
  const listing = [vitest, "list", "--filesOnly", "--json"];
  const printed = execFileSync(process.execPath, listing, { cwd: repositoryRoot, encoding: "utf8" });
  const listed = JSON.parse(printed.slice(printed.indexOf("["))) as {
    readonly file: string;
    readonly projectName: string;
  }[];
  const files = listed.map(({ file }) => file);
  expect(files.filter((file, at) => files.indexOf(file) !== at)).toEqual([]);
  expect(new Set(listed.map(({ projectName }) => projectName))).toEqual(new Set([...landingProjects, "night"]));
});
