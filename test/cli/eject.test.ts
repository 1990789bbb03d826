import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { main } from "cmgen/main";
import { afterAll, beforeAll, expect, test } from "vitest";

import { readTree, writeTree } from "../golden/harness/file-tree.js";
import { createWorkspace } from "../golden/harness/workspace.js";

const workspace = createWorkspace();
const root = join(workspace.folder, "people");

beforeAll(async () => {
  mkdirSync(root);
  writeTree(root, readTree(join(import.meta.dirname, "../golden/person/input")));
  await cmgen("generate");
});

afterAll(() => workspace.dispose());

async function cmgen(...args: string[]) {
  let [out, error] = ["", ""];
  const code = await main(args, {
    workingFolder: root,
    columns: 120,
    color: false,
    now: () => new Date("2026-01-01T00:00:00Z"),
    interrupted: () => new AbortController().signal,
    out: (text) => (out += text),
    error: (text) => (error += text),
  });
  return { code, out, error };
}

const text = (path: string): string => readFileSync(join(root, path), "utf8");
const put = (path: string, contents: string): void => writeTree(root, new Map([[path, contents]]));
const client = "src/generated/v1alpha1/client.ts";
const template = "cmgen-templates/client.hbs";

test("an ejected template generates what cmgen's own does, until it is changed", async () => {
  expect(await cmgen("eject", "template", "client")).toMatchObject({ code: 0, error: "" });
  expect(await cmgen("generate")).toMatchObject({ code: 0, out: expect.stringMatching(/^Nothing to change; /) });

  const ejected = text(template);
  put(template, ejected.replace("{{header}}", "{{header}}\n// Ours."));
  expect(await cmgen("generate")).toMatchObject({ code: 0, out: expect.stringMatching(/^1 file written/) });
  expect(text(client)).toMatch(/^\/\/ Generated .*\n\n\/\/ Ours\.\n/);
  // Where only the template differs, a run that remembers everything else must see it.
  put(template, ejected.replace("{{header}}", "{{header}}\n// Mine."));
  expect(await cmgen("generate", "--check")).toMatchObject({
    code: 1,
    out: expect.stringContaining("-// Ours.\n+// Mine.\n"),
  });
  rmSync(join(root, template));
  expect(await cmgen("generate")).toMatchObject({ code: 0, out: expect.stringMatching(/^1 file written/) });
  expect(text(client)).not.toContain("Ours");
});

test("a template of the plugin is not overwritten", async () => {
  put(template, "mine");
  const { code, error } = await cmgen("eject", "template", "client");
  expect({ code, text: text(template) }).toEqual({ code: 4, text: "mine" });
  expect(error).toContain("cmgen-templates/client.hbs is there already, and is not overwritten.");
  rmSync(join(root, template));
});

test("all templates are listed, and printed as they are", async () => {
  expect((await cmgen("eject", "template")).out.split("\n")).toContain("client");
  expect((await cmgen("eject", "template", "types", "--print")).out).toContain("{{header}}");
  expect(await cmgen("eject", "template", "clint")).toMatchObject({
    code: 3,
    error: expect.stringContaining("There is no template clint."),
  });
});

test.each([
  ["client", "{{header}}{{tittle}}", 'cmgen-templates/client.hbs: cannot be filled in: "tittle" not defined'],
  ["validator", "{{#each imports}}", "cmgen-templates/validator.hbs: cannot be filled in: Parse error"],
  [
    "models",
    "const = ;",
    "cmgen-templates/models.hbs: makes src/generated/v1alpha1/models.ts something that is not TypeScript: ",
  ],
  ["clint", "", "cmgen-templates/clint.hbs: is not in place of any template. Did you mean client.hbs?"],
])("a mistake in %s.hbs is named, and nothing is written", async (name, contents, message) => {
  const before = readTree(join(root, "src"));
  put(`cmgen-templates/${name}.hbs`, contents);
  const { code, out, error } = await cmgen("generate");
  expect({ code, out }).toEqual({ code: 3, out: "" });
  expect(error).toContain(message);
  expect(readTree(join(root, "src"))).toEqual(before);
  rmSync(join(root, `cmgen-templates/${name}.hbs`));
});
