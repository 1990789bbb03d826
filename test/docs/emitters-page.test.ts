import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { main } from "cmgen/main";
import { afterAll, expect, test } from "vitest";

import { repositoryRoot } from "../boundaries/repository.js";
import { createWorkspace } from "../golden/harness/workspace.js";

const tracker = join(repositoryRoot, "examples/tracker");
const workspace = createWorkspace();
afterAll(() => workspace.dispose());

test("the emitter of the page is the tracker's", () => {
  const page = readFileSync(join(repositoryRoot, "docs/emitters.md"), "utf8");
  const [, emitter] = /^```ts\n(.*?)^```$/ms.exec(page) ?? [];
  expect(emitter).toBe(readFileSync(join(tracker, "tools/reference-emitter.ts"), "utf8"));
});

test("a run with it is remembered, until the emitter is changed", async () => {
  const root = join(workspace.folder, "tracker");
  mkdirSync(root);
  for (const name of [
    "cmgen.config.ts",
    "package.json",
    "tsconfig.json",
    "src",
    "tools",
    "docs",
    "prisma",
    "extensions",
    "openapi.json",
    "cmgen-plugin.json",
  ])
    cpSync(join(tracker, name), join(root, name), { recursive: true });
  const cmgen = async (...args: string[]): Promise<string> => {
    let printed = "";
    const code = await main(args, {
      workingFolder: root,
      columns: 100,
      color: false,
      now: () => new Date(),
      interrupted: () => new AbortController().signal,
      out: (text) => (printed += text),
      error: (text) => (printed += text),
    });
    return `${code} ${printed}`;
  };
  expect(await cmgen("generate")).toMatch(/^0 Nothing to change; \d+ files up to date\.\n$/);
  expect(await cmgen("generate", "--verbose")).toContain("Nothing has changed since the last run: nothing was read.");
  const text = readFileSync(join(root, "tools/reference-emitter.ts"), "utf8");
  writeFileSync(join(root, "tools/reference-emitter.ts"), text.replace("No indexes.", "It has no indexes."));
  expect(await cmgen("generate", "--verbose")).toContain("  read ");
});
