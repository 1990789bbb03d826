import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { main } from "cmgen/main";
import { afterEach, beforeEach, expect, test } from "vitest";

import { readTree, writeTree } from "../golden/harness/file-tree.js";

const documents = (name: string): string => join(import.meta.dirname, "../../examples", name, "openapi.json");
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cmgen-client-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function cmgen(...args: string[]) {
  let stdout = "";
  let stderr = "";
  const status = await main(["client", ...args], {
    workingFolder: folder,
    columns: 100,
    color: false,
    now: () => new Date(),
    interrupted: () => new AbortController().signal,
    out: (text) => (stdout += text),
    error: (text) => (stderr += text),
  });
  return { status, stdout, stderr };
}

const types = "src/people/v1alpha1/person/types.ts";
const files = (below = "src/people"): string[] => [...readTree(join(folder, below)).keys()];
const edit = (path: string): void =>
  writeTree(folder, new Map([[path, `${readFileSync(join(folder, path), "utf8")}// mine\n`]]));

test("a client is written, again without touching a file, and checked", async () => {
  expect(await cmgen(documents("people"), "--out", "src/people")).toEqual({
    status: 0,
    stdout: "4 files written, 0 unchanged.\n",
    stderr: "",
  });
  expect(files()).toEqual([
    ".cmgen-client.json",
    "schemas.ts",
    "v1alpha1/client.ts",
    "v1alpha1/endpoints.ts",
    types.replace("src/people/", ""),
  ]);
  const before = statSync(join(folder, types)).mtimeMs;
  expect(await cmgen(documents("people"), "--out", "./src/people/")).toMatchObject({
    status: 0,
    stdout: "Nothing to change; 4 files up to date.\n",
  });
  expect(statSync(join(folder, types)).mtimeMs).toBe(before);
  expect(await cmgen(documents("people"), "--out", "src/people", "--check")).toMatchObject({ status: 0 });
});

test("hooks for React are those that the plugin's own sources give", async () => {
  await cmgen(documents("people"), "--out", "src/people", "--react");
  const own = readFileSync(join(documents("people"), "../src/generated/v1alpha1/react.ts"), "utf8");
  const made = readFileSync(join(folder, "src/people/v1alpha1/react.ts"), "utf8");
  const withoutHeader = (text: string): string => text.slice(text.indexOf('"use client"'));
  expect(withoutHeader(made)).toBe(withoutHeader(own));
  await cmgen(documents("people"), "--out", "src/people");
  expect(files()).not.toContain("v1alpha1/react.ts");
});

test.each([[["http://127.0.0.1:9", "--out"], "--out needs a value."]])(
  "a call that lacks something is refused in plain words: %j",
  async (args, message) => {
    expect(await cmgen(...args)).toEqual({ status: 3, stdout: "", stderr: expect.stringContaining(message) });
  },
);

test("what an older document made and the new one does not goes, and no other file", async () => {
  await cmgen(documents("people"), "--out", "src/people");
  writeTree(folder, new Map([["src/people/mine.ts", "export {};\n"]]));
  const check = await cmgen(documents("tasks"), "--out", "src/people", "--check");
  expect(check).toMatchObject({ status: 1, stdout: expect.stringContaining(`--- a/${types}`) });
  expect(check.stderr).toMatch(/^\d files out of date/);
  expect(await cmgen(documents("tasks"), "--out", "src/people")).toMatchObject({ status: 0 });
  expect(files()).toEqual([
    ".cmgen-client.json",
    "mine.ts",
    "schemas.ts",
    "v1alpha1/client.ts",
    "v1alpha1/endpoints.ts",
    "v1alpha1/project/types.ts",
    "v1alpha1/task/types.ts",
  ]);
});

test("clients in folders within each other do not take each other for stale", async () => {
  await cmgen(documents("people"), "--out", "src/people");
  await cmgen(documents("tasks"), "--out", "src");
  expect(files("src")).toContain("people/v1alpha1/person/types.ts");
  expect(await cmgen(documents("people"), "--out", "src/people", "--check")).toMatchObject({ status: 0 });
});

test("an edited file is kept until --force", async () => {
  await cmgen(documents("people"), "--out", "src/people");
  edit(types);
  edit("src/people/.cmgen-client.json");
  expect(await cmgen(documents("people"), "--out", "src/people")).toMatchObject({
    status: 4,
    stderr: expect.stringContaining("src/people/.cmgen-client.json: is not a manifest"),
  });
  await cmgen(documents("people"), "--out", "src/people", "--force");
  edit(types);
  const refused = await cmgen(documents("people"), "--out", "src/people");
  expect(refused).toMatchObject({ status: 4, stdout: "" });
  expect(refused.stderr).toBe(
    `${types}: was edited since it was generated.\nNothing was written. Back up your edits, then run \`cmgen client\` with --force.\n`,
  );
  expect(await cmgen(documents("people"), "--out", "src/people", "--force")).toMatchObject({ status: 0 });
});

test("a folder that cmgen generate writes is refused", async () => {
  mkdirSync(join(folder, "generated"));
  writeTree(folder, new Map([["generated/.cmgen-manifest.json", "{}"]]));
  expect(await cmgen(documents("people"), "--out", "generated")).toEqual({
    status: 4,
    stdout: "",
    stderr:
      "generated/.cmgen-manifest.json: is there: `cmgen generate` writes this folder. Choose another one for the client.\n",
  });
});

test.each([
  [["x.json", "--out", "a"], 4, "x.json does not exist."],
  [["package.json", "--out", "a"], 4, "package.json: The document is not OpenAPI 3"],
  [["x.json"], 3, "client needs --out: write cmgen client [document] --out …"],
  [["x.json", "--out", ""], 3, "--out must name a folder"],
  [["x.json", "--out", "a", "--server", "http://127.0.0.1:9"], 3, "Give a document, or a service with --server"],
  [["ftp://x", "--out", "a"], 3, "must start with http"],
  [["http://127.0.0.1:9", "--out", "a", "--timeout", "0"], 3, "--timeout must be"],
  [["--server", "http://127.0.0.1:9", "--out", "a"], 5, "cannot be reached"],
])("%j ends with %i", async (args, status, message) => {
  writeTree(folder, new Map([["package.json", "{}"]]));
  const ended = await cmgen(...args);
  expect(ended).toMatchObject({ status, stdout: "", stderr: expect.stringContaining(message) });
  expect(files("a")).toEqual([]);
});
