import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { freePort } from "../../scripts/steps/free-port.mjs";
import { writeTree } from "../golden/harness/file-tree.js";
import { createWorkspace } from "../golden/harness/workspace.js";
import { repositoryRoot } from "../boundaries/repository.js";
import { runCmgen } from "./run-cmgen.js";

const workspace = createWorkspace();
afterAll(() => workspace.dispose());
beforeEach(() => void vi.stubEnv("LOG_LEVEL", "silent"));
afterEach(() => void vi.unstubAllEnvs());

const note = `import { defineModel, type Extension } from "@cmgen/model";
interface NoteSpec { text: string }
interface Note extends Extension<NoteSpec> {}
export default defineModel<Note>({ group: "notes.example.com", version: "v1", kind: "Note", plural: "notes", singular: "note" });
`;
const words = `import { consoleApi, defineEndpoints, get, typed } from "@cmgen/runtime";
import { noteModel } from "../../generated/v1/models.js";
export default defineEndpoints({
  apiVersion: consoleApi(noteModel),
  routes: [get("/words/{word}", typed<{ response: string }>(), ({ params }) => params.word)],
});
`;
const usual = {
  target: "ES2023",
  module: "NodeNext",
  strict: true,
  skipLibCheck: true,
  types: ["node"],
  verbatimModuleSyntax: true,
};

/** Writes a plugin whose tsconfig.json has these settings. Returns its folder. */
function writePlugin(name: string, settings: object, files: Readonly<Record<string, string>> = {}): string {
  const folder = join(workspace.folder, name, "plugin");
  const tree = {
    "package.json": '{ "name": "notes", "version": "1.0.0", "type": "module" }',
    "tsconfig.json": JSON.stringify({ compilerOptions: { ...usual, ...settings }, include: ["src"] }),
    "src/models/note.ts": note,
    "src/endpoints/words/words.ts": words,
    ...files,
  };
  writeTree(folder, new Map(Object.entries(tree)));
  return folder;
}

function compile(folder: string, compiler = "typescript"): void {
  const tsc = join(repositoryRoot, "node_modules", compiler, "bin/tsc");
  try {
    execFileSync(process.execPath, [tsc, "-p", "."], { cwd: folder, stdio: "pipe", encoding: "utf8" });
  } catch (error) {
    throw new Error((error as { readonly stdout: string }).stdout, { cause: error });
  }
}

/** What the service answers that `cmgen start` runs. */
async function answerOfStarted(folder: string): Promise<unknown> {
  const stop = new AbortController();
  const port = await freePort();
  const args = ["start", "--port", String(port), "--database-url", ":memory:"];
  const running = runCmgen(args, { workingFolder: folder, signal: stop.signal });
  const path = "/apis/console.api.notes.example.com/v1/words/hello";
  const ask = async (): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    expect(answer.status).toBe(200);
    return answer.json();
  };
  const ended = running.then(({ error }) => Promise.reject(new Error(error)));
  try {
    return await Promise.race([vi.waitFor(ask, 30_000), ended]);
  } finally {
    stop.abort();
    await running;
  }
}

test.each([
  ["usual", { rootDir: "src", outDir: "dist" }],
  ["deeper", { rootDir: "src", outDir: "build/js/all" }],
  ["whole", { rootDir: ".", outDir: "dist" }],
  ["beside", { rootDir: "src", outDir: "../built" }],
  ["above", { rootDir: "..", outDir: "out" }],
  ["in-place", {}],
])("a plugin is compiled and started with the settings of the folder %s: %j", async (name, settings) => {
  const folder = writePlugin(name, settings);
  expect(await runCmgen(["generate"], { workingFolder: folder })).toMatchObject({ code: 0, error: "" });
  compile(folder);
  expect(await answerOfStarted(folder)).toBe("hello");
});

test("a compiler that finds out rootDir itself puts modules where they are looked for", async () => {
  const folder = writePlugin("found-out", { outDir: "build" });
  expect(await runCmgen(["generate"], { workingFolder: folder })).toMatchObject({ code: 0, error: "" });
  compile(folder, "typescript-5.9");
  expect(await answerOfStarted(folder)).toBe("hello");
});

test("settings that change are followed by the next run", async () => {
  const folder = writePlugin("changed", { rootDir: "src", outDir: "dist" });
  await runCmgen(["generate"], { workingFolder: folder });
  writePlugin("changed", { rootDir: ".", outDir: "build" });
  expect(await runCmgen(["generate"], { workingFolder: folder })).toMatchObject({ code: 0, error: "" });
  compile(folder);
  expect(await answerOfStarted(folder)).toBe("hello");
});

test.each([
  ["plain", { rootDir: "src", outDir: "dist" }, 'package.json does not have `"type": "module"`'],
  ["commonjs", { module: "CommonJS", rootDir: "src", outDir: "dist" }, 'tsconfig.json has `"module": "CommonJS"`'],
])("a package of CommonJS is reported: %s", async (name, settings, reason) => {
  const folder = writePlugin(name, settings, { "package.json": '{ "name": "notes", "version": "1.0.0" }' });
  const { code, error } = await runCmgen(["generate"], { workingFolder: folder });
  expect(code).toBe(2);
  expect(error).toContain(
    `error CM1060: The plugin is compiled to CommonJS, but generated code consists of ES modules: ${reason}.`,
  );
});

test("modules that a bundler resolves need no package of modules", async () => {
  const bundled = { module: "ESNext", moduleResolution: "Bundler", rootDir: "src", outDir: "dist" };
  const folder = writePlugin("bundled", bundled, { "package.json": '{ "name": "notes", "version": "1.0.0" }' });
  expect(await runCmgen(["generate"], { workingFolder: folder })).toMatchObject({ code: 0, error: "" });
  compile(folder);
  expect(await answerOfStarted(folder)).toBe("hello");
});
