import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { output } from "./output.js";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cmgen-output-"));
});

afterEach(() => rmSync(root, { recursive: true }));

const options = { outDir: "gen", check: false, force: false };
const text = (path: string): string => readFileSync(join(root, path), "utf8");
const put = (path: string, contents: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), contents);
};
const tree = (): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .toSorted();

const one = { path: "gen/one.ts", contents: "export const one=1" };
const two = { path: "gen/deep/er/two.ts", contents: "export const two = 2;" };

test("TypeScript is written formatted, the rest as it is", async () => {
  await output(
    root,
    [one, { path: "raw.ts", contents: "a=1", verbatim: true }, { path: "a.json", contents: "{ }" }],
    options,
  );
  expect(text("gen/one.ts")).toBe("export const one = 1;\n");
  expect(text("raw.ts")).toBe("a=1");
  expect(text("a.json")).toBe("{ }");
});

test("a second run touches nothing", async () => {
  await output(root, [one, two], options);
  const before = tree().map((path) => statSync(join(root, path)).mtimeMs);
  expect(await output(root, [one, two], options)).toMatchObject({ status: "written", changes: [], unchanged: 2 });
  expect(tree().map((path) => statSync(join(root, path)).mtimeMs)).toEqual(before);
});

test("stale files go, and the folders they leave empty", async () => {
  await output(root, [one, two], options);
  put("gen/deep/mine.txt", "mine");
  await output(root, [one], options);
  expect(tree()).toEqual(["gen/.cmgen-manifest.json", "gen/deep/mine.txt", "gen/one.ts"]);
  expect(readdirSync(join(root, "gen/deep"))).toEqual(["mine.txt"]);
});

test("an edited file stops the run, with force it is overwritten", async () => {
  await output(root, [one, two], options);
  put("gen/one.ts", "export const one = 'edited';\n");
  const changed = [one, two].map(({ path, contents }) => ({ path, contents: contents.replace("=", ": number =") }));
  const refused = await output(root, changed, options);
  expect(refused).toMatchObject({ status: "conflict", conflicts: [{ path: "gen/one.ts", reason: "edited" }] });
  expect(text("gen/deep/er/two.ts")).toBe("export const two = 2;\n");
  expect((await output(root, changed, { ...options, force: true })).status).toBe("written");
  expect(text("gen/one.ts")).toBe("export const one: number = 1;\n");
});

test("check compares, edited or not, and writes nothing", async () => {
  expect((await output(root, [one], { ...options, check: true })).status).toBe("drift");
  expect(tree()).toEqual([]);
  await output(root, [one], options);
  expect((await output(root, [one], { ...options, check: true })).status).toBe("written");
  put("gen/one.ts", "edited");
  expect((await output(root, [one], { ...options, check: true })).status).toBe("drift");
  expect(text("gen/one.ts")).toBe("edited");
});

test("an unreadable manifest stops the run, with force it is written again", async () => {
  put("gen/.cmgen-manifest.json", "<<<<<<< ours");
  await expect(output(root, [one], options)).rejects.toThrow("gen/.cmgen-manifest.json: is not a manifest");
  expect((await output(root, [one], { ...options, force: true })).status).toBe("written");
  expect((await output(root, [one], options)).changes).toEqual([]);
});

test("what cannot be written leaves every file as it was", async () => {
  await output(root, [one], options);
  put("gen/deep", "a file where a folder belongs");
  const changed = { ...one, contents: "export const one = 2;" };
  await expect(output(root, [changed, two], options)).rejects.toMatchObject({
    name: "OutputError",
    path: "gen/deep/er/two.ts",
  });
  expect(text("gen/one.ts")).toBe("export const one = 1;\n");
  expect(tree()).toEqual(["gen/.cmgen-manifest.json", "gen/deep", "gen/one.ts"]);
});

test("another folder of generated files takes the place of the last one", async () => {
  const openapi = { path: "openapi.json", contents: "{}" };
  await output(root, [one, openapi], options);
  const moved = [
    { path: "src/made/one.ts", contents: one.contents },
    { ...openapi, contents: "[]" },
  ];
  const previous = "gen/.cmgen-manifest.json";
  expect((await output(root, moved, { ...options, outDir: "src/made", previous })).status).toBe("written");
  expect(tree()).toEqual(["openapi.json", "src/made/.cmgen-manifest.json", "src/made/one.ts"]);
});

test("no other manifest is taken for the last one", async () => {
  await output(root, [one], { ...options, outDir: "other" });
  put("fixtures/one/gen/.cmgen-manifest.json", '{"version":1,"files":{"gen/one.ts":"0"}}');
  const before = tree();
  expect((await output(root, [two], options)).status).toBe("written");
  expect(tree()).toEqual(expect.arrayContaining([...before]));
});

test("a file renamed in its case only is there afterwards", async () => {
  await output(root, [{ ...one, path: "gen/One.ts" }], options);
  await output(root, [one], options);
  expect(text("gen/one.ts")).toBe("export const one = 1;\n");
});

test("emitted text that is not TypeScript is a bug, and nothing is written", async () => {
  await expect(output(root, [two, { path: "gen/bad.ts", contents: "export const = 1;" }], options)).rejects.toThrow(
    "Emitted text of gen/bad.ts is not TypeScript",
  );
  expect(tree()).toEqual([]);
});
