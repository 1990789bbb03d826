import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSettings } from "../../packages/runtime/src/server/settings.js";
import { repositoryRoot } from "../boundaries/repository.js";

/** The first column of the page's table of variables. */
function documentedVariables(): readonly string[] {
  const page = readFileSync(join(repositoryRoot, "docs", "server.md"), "utf8");
  const [, table = ""] = /\| Variable .*\n\| -.*\n((?:\|.*\n)+)/.exec(page) ?? [];
  return [...table.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name]) => name ?? "");
}

/** Every variable that a server without options asks for. */
function readVariables(): readonly string[] {
  const names = new Set<string>();
  const get = (_: unknown, name: string | symbol): undefined => void names.add(String(name));
  const environment = new Proxy<Record<string, string | undefined>>({}, { get });
  readSettings({ plugins: [], root: new URL("file:///srv/people/") }, environment);
  return [...names];
}

test("the table of environment variables has those that the server reads", () => {
  expect(documentedVariables().toSorted()).toEqual(readVariables().toSorted());
});
