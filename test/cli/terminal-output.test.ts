import { mkdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

import { main } from "cmgen/main";
import { afterAll, beforeEach, describe, expect, test } from "vitest";

import { readTree, writeTree } from "../golden/harness/file-tree.js";
import { createWorkspace } from "../golden/harness/workspace.js";

const input = readTree(join(import.meta.dirname, "../golden/person/input"));
const workspace = createWorkspace();
const root = join(workspace.folder, "people");
afterAll(() => workspace.dispose());

const put = (path: string, text: string): void => writeTree(root, new Map([[path, text]]));

beforeEach(() => {
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root);
});

/** What a user reads: standard output, then standard error, then how the command ended. */
async function cmgen(...args: string[]): Promise<string> {
  let out = "";
  let error = "";
  const code = await main(args, {
    workingFolder: root,
    columns: 100,
    color: false,
    now: () => new Date("2026-01-31T09:59:59.000Z"),
    interrupted: () => new AbortController().signal,
    out: (text) => (out += text),
    error: (text) => (error += text),
  });
  return `\n${out}${error}=> ${code}\n`.replaceAll(workspace.folder, "").replaceAll(/ {2,}\n/g, "\n");
}

const plugin = (model: string): void => {
  writeTree(root, input);
  put("src/models/person.ts", model);
};
const person = input.get("src/models/person.ts") ?? "";

describe("commands", () => {
  test("generate, and again", async () => {
    writeTree(root, input);
    expect(await cmgen("generate", "--dry-run")).toMatchInlineSnapshot();
    expect(await cmgen("generate")).toMatchInlineSnapshot();
    expect(await cmgen("generate")).toMatchInlineSnapshot();
    expect(await cmgen("migrate", "status")).toMatchInlineSnapshot();
    expect(await cmgen("doctor")).toMatchInlineSnapshot();
  });

  test("init", async () => {
    const text = await cmgen("init", "notes");
    expect(text.replaceAll(/file:\S+/g, "file:…")).toMatchInlineSnapshot();
  });
});

describe("the likeliest mistakes", () => {
  test("no command", async () => expect(await cmgen()).toMatchInlineSnapshot());
  test("an unknown command", async () => expect(await cmgen("genrate")).toMatchInlineSnapshot());
  test("a typo in an option", async () => expect(await cmgen("generate", "--chek")).toMatchInlineSnapshot());
  test("an option without its value", async () => expect(await cmgen("generate", "--only")).toMatchInlineSnapshot());
  test("the wrong folder", async () => expect(await cmgen("generate")).toMatchInlineSnapshot());
  test("no models", async () => {
    put("package.json", '{ "name": "people", "type": "module" }');
    put("cmgen.config.ts", "export default {};");
    expect(await cmgen("generate")).toMatchInlineSnapshot();
  });
  test("a config that is not found", async () =>
    expect(await cmgen("generate", "--config", "cmgen.ts")).toMatchInlineSnapshot());
  test("a typo in the config", async () => {
    put("cmgen.config.ts", 'export default { outdir: "src/api" };');
    expect(await cmgen("generate")).toMatchInlineSnapshot();
  });
  test("a config that cannot be parsed", async () => {
    put("cmgen.config.ts", "export default {");
    expect(await cmgen("generate")).toMatchInlineSnapshot();
  });
  test("a model that cannot be parsed", async () => {
    plugin(person.replace("interface PersonSpec {", "interface PersonSpec"));
    expect(await cmgen("generate")).toMatchInlineSnapshot();
  });
  test("a kind that is there twice", async () => {
    plugin(person);
    put("src/models/again.ts", person.replaceAll("people", "persons"));
    expect(await cmgen("generate")).toMatchInlineSnapshot();
  });
  test("a broken tsconfig", async () => {
    plugin(person);
    put("tsconfig.json", '{ "extends": "./missing.json" }');
    expect(await cmgen("generate")).toMatchInlineSnapshot();
  });
  test("a manifest with a typo", async () => {
    plugin(person);
    put(
      "extensions/ann.yaml",
      "apiVersion: people.example.com/v1alpha1\nkind: Person\nmetadata: { name: ann }\nspec: { name: Ann, agee: 3 }\n",
    );
    expect(await cmgen("generate")).toMatchInlineSnapshot();
  });
  test("migrations of a plugin that was not generated", async () => {
    plugin(person);
    expect(await cmgen("migrate", "status")).toMatchInlineSnapshot();
  });
  test("a service that is not running", async () => {
    const port = await closedPort();
    const text = await cmgen("get", "people", "--server", `http://127.0.0.1:${port}`);
    expect(text.replaceAll(String(port), "8090")).toMatchInlineSnapshot();
  });
  test("a server's address without its scheme", async () =>
    expect(await cmgen("get", "people", "--server", "localhost:8090")).toMatchInlineSnapshot());
  test("a plugin's name that cannot be one", async () =>
    expect(await cmgen("init", "My Plugin")).toMatchInlineSnapshot());
});

/** A port that nobody listens on. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => void server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}
