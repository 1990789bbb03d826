import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

import { main } from "cmgen/main";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";

import { readTree, writeTree } from "../golden/harness/file-tree.js";
import { createWorkspace } from "../golden/harness/workspace.js";

const executable = join(import.meta.dirname, "../../packages/cli/bin/cmgen.js");
const input = readTree(join(import.meta.dirname, "../golden/person/input"));
const workspace = createWorkspace();
const root = join(workspace.folder, "people");
/** The plugin as its first run leaves it: making that takes as long as most of what is tested. */
const generated = join(workspace.folder, "generated");

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A process of its own costs seconds, so only what is about processes starts one; the other tests call what the program calls. */
const cmgenProcess = (...args: string[]): Ended =>
  spawnSync(process.execPath, [executable, ...args], { cwd: root, encoding: "utf8" });

/** `cmgen generate`, and the modules that it loads: each takes about a millisecond. */
function generateNamingModules(): Ended & { readonly loaded: ReadonlySet<string> } {
  const env = { ...process.env, NODE_DEBUG: "esm" };
  // Later releases of Node.js say more.
  const options = { cwd: root, encoding: "utf8", env, maxBuffer: 2 ** 26 } as const;
  const ended = spawnSync(process.execPath, [executable, "generate"], options);
  return { ...ended, loaded: new Set(ended.stderr.match(/file:\/\/\/[^\s"']+\.m?js/g)) };
}

async function cmgenIn(workingFolder: string, ...args: string[]): Promise<Ended> {
  let stdout = "";
  let stderr = "";
  const status = await main(args, {
    workingFolder,
    columns: 100,
    color: false,
    now: () => new Date(),
    interrupted: () => new AbortController().signal,
    out: (text) => (stdout += text),
    error: (text) => (stderr += text),
  });
  return { status, stdout, stderr };
}

const cmgen = (...args: string[]): Promise<Ended> => cmgenIn(root, ...args);
const text = (path: string): string => readFileSync(join(root, path), "utf8");
const put = (path: string, contents: string): void => writeTree(root, new Map([[path, contents]]));
const edit = (path: string, from: string | RegExp, to: string): void => put(path, text(path).replace(from, to));
const times = (): number[] => [...readTree(root).keys()].map((path) => statSync(join(root, path)).mtimeMs);

const model = "src/models/person.ts";
const types = "src/generated/v1alpha1/person/types.ts";

beforeAll(async () => {
  writeTree(generated, input);
  expect(await cmgenIn(generated, "generate")).toMatchObject({ status: 0 });
});

beforeEach(() => {
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root);
  writeTree(root, input);
});

function afterFirstRun(): void {
  rmSync(root, { recursive: true });
  cpSync(generated, root, { recursive: true, preserveTimestamps: true });
}

afterAll(() => workspace.dispose());

test("a run writes, the next finds nothing to do and touches nothing, cached or not", () => {
  expect(cmgenProcess("generate")).toMatchObject({
    status: 0,
    stderr: "",
    stdout: expect.stringMatching(/^\d+ files written/),
  });
  const before = times();
  const { loaded, ...ended } = generateNamingModules();
  expect(ended).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Nothing to change; \d+ files/) });
  expect(loaded.size).toBeGreaterThan(10);
  expect(loaded.size).toBeLessThan(36);
  rmSync(join(root, "node_modules"), { recursive: true });
  expect(cmgenProcess("generate")).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^Nothing to change; \d+ files/),
  });
  expect(times()).toEqual(before);
});

test("only what a change asks for is written", async () => {
  afterFirstRun();
  edit(model, "Another person.", "Some other person.");
  const { status, stdout } = await cmgen("generate", "--json");
  const { files } = JSON.parse(stdout) as { files: { path: string; change: string }[] };
  expect(status).toBe(0);
  expect(files).toEqual([
    { path: types, change: "changed" },
    { path: "openapi.json", change: "changed" },
    { path: "cmgen-plugin.json", change: "changed" },
  ]);
});

test("a server module that appears is imported by the entry, and no longer once it is gone", async () => {
  const entry = "src/generated/server.ts";
  const outcome = async (...args: string[]): Promise<unknown[]> => [
    (await cmgen("generate", ...args)).status,
    text(entry).includes("settings"),
  ];
  expect(await outcome()).toEqual([0, false]);
  put("src/server.ts", 'import { defineServer } from "@cmgen/runtime";\nexport default defineServer({});\n');
  expect(await outcome("--check")).toEqual([1, false]);
  expect(await outcome()).toEqual([0, true]);
  expect(await outcome("--check")).toEqual([0, true]);
  put("src/server.ts", "export {};\n");
  expect(await outcome()).toEqual([2, true]);
  rmSync(join(root, "src/server.ts"));
  expect(await outcome("--check")).toEqual([1, true]);
  expect(await outcome()).toEqual([0, false]);
});

test("check prints what would change and ends with 1, and with 0 once nothing would", async () => {
  afterFirstRun();
  expect(await cmgen("generate", "--check")).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("Nothing to change"),
  });
  edit(model, "Another person.", "Some other person.");
  const before = times();
  const { status, stdout } = await cmgen("generate", "--check");
  expect(status).toBe(1);
  expect(stdout).toContain(`--- a/${types}\n+++ b/${types}\n`);
  expect(stdout).toContain("-  /** Another person. */\n+  /** Some other person. */\n");
  expect(times()).toEqual(before);
});

test("a file edited by hand is drift, a conflict, and overwritten by force", async () => {
  afterFirstRun();
  edit(types, "Another person.", "My own words.");
  expect(await cmgen("generate", "--check")).toMatchObject({ status: 1 });
  expect(await cmgen("generate")).toMatchObject({ status: 4, stderr: expect.stringContaining(`${types}: was edited`) });
  expect(text(types)).toContain("My own words.");
  expect(await cmgen("generate", "--force")).toMatchObject({ status: 0 });
  expect(text(types)).toContain("Another person.");
});

test("a generated file that was removed comes back", async () => {
  afterFirstRun();
  rmSync(join(root, types));
  expect(await cmgen("generate")).toMatchObject({ status: 0, stdout: expect.stringMatching(/^1 file written/) });
  expect(existsSync(join(root, types))).toBe(true);
});

test("an error in a model writes nothing at all", async () => {
  afterFirstRun();
  edit(model, "age?: Integer;", "age?: Integer;\n  later: () => void;");
  const before = times();
  const { status, stderr } = await cmgen("generate");
  expect(status).toBe(2);
  expect(stderr).toContain(model);
  expect(times()).toEqual(before);
});

test("a plugin without a model is an error that names where it was looked for", async () => {
  rmSync(join(root, "src/models"), { recursive: true });
  const before = [...readTree(root).keys()];
  expect(await cmgen("generate")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("No module in `src/models/**/*.ts` declares a model"),
  });
  expect([...readTree(root).keys()]).toEqual(before);
});

test("a model that goes takes its files along, but its data only when that is said", async () => {
  put(
    "src/models/pet.ts",
    text(model).replaceAll("Person", "Pet").replaceAll("person", "pet").replace('people"', 'pets"'),
  );
  expect(await cmgen("generate")).toMatchObject({ status: 0, stderr: "" });
  expect(existsSync(join(root, "src/generated/v1alpha1/pet"))).toBe(true);
  rmSync(join(root, "src/models/pet.ts"));
  expect(await cmgen("generate")).toMatchObject({ status: 4, stderr: expect.stringContaining("--accept-data-loss") });
  expect(await cmgen("generate", "--accept-data-loss")).toMatchObject({ status: 0 });
  expect(existsSync(join(root, "src/generated/v1alpha1/pet"))).toBe(false);
});

test("from a folder of the plugin the same is done as from its own, and problems are at paths seen from there", async () => {
  const inside = (...args: string[]): Promise<Ended> => cmgenIn(join(root, "src/models"), ...args);
  expect(await inside("generate")).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\d+ files written/) });
  expect(existsSync(join(root, "src/generated/plugin.ts"))).toBe(true);
  expect(existsSync(join(root, "src/models/src"))).toBe(false);
  expect(await cmgen("generate")).toMatchObject({ stdout: expect.stringMatching(/^Nothing to change/) });
  edit(model, "age?: Integer;", "age?: any;");
  const { status, stderr } = await inside("generate");
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringMatching(/^person\.ts:\d+:\d+ error CM3005/) });
  expect(stderr).toContain(" |   age?: any;");
  expect(JSON.parse((await inside("generate", "--json")).stdout)).toMatchObject({
    folder: "../..",
    diagnostics: [{ span: { file: model } }],
  });
  put(types, "// mine");
  edit(model, "age?: any;", "age?: Integer;");
  expect((await inside("generate")).stderr).toContain("../generated/v1alpha1/person/types.ts: was edited");
});

test("a Prisma Client is written where it is asked for, in a folder of its own, and goes when it is not", async () => {
  afterFirstRun();
  expect(text("prisma/schema.prisma")).not.toContain("generator client");
  expect(existsSync(join(root, "src/prisma-client"))).toBe(false);
  put("cmgen.config.ts", "export default { prismaClient: true };");
  expect(await cmgen("generate")).toMatchObject({ status: 0, stderr: "" });
  expect(text("prisma/schema.prisma")).toContain('output   = "../src/prisma-client"');
  expect(text("src/prisma-client/client.ts")).toContain("PrismaClient");
  put("cmgen.config.ts", 'export default { prismaClient: true, prismaClientDir: "reports/prisma" };');
  expect(await cmgen("generate")).toMatchObject({ status: 0, stderr: "" });
  expect(existsSync(join(root, "src/prisma-client"))).toBe(false);
  expect(existsSync(join(root, "reports/prisma/client.ts"))).toBe(true);
  put("cmgen.config.ts", "export default {};");
  expect(await cmgen("generate")).toMatchObject({ status: 0, stdout: expect.stringMatching(/\d+ removed/) });
  expect(existsSync(join(root, "reports"))).toBe(false);
  expect(text("src/generated/.cmgen-manifest.json")).not.toContain("reports/");
});

test("an emitter of the plugin's own adds its files; when it fails, it is blamed", async () => {
  const emitter = (body: string) => `export default { emitters: [{ name: "kinds", emit(project) { ${body} } }] };`;
  const list = 'return [{ path: "kinds.txt", contents: project.models.map(({ kind }) => kind).join() }];';
  put("cmgen.config.ts", emitter(list));
  expect(await cmgen("generate")).toMatchObject({ status: 0, stderr: "" });
  expect(text("kinds.txt")).toBe("Person");
  put("cmgen.config.ts", emitter('throw new Error("no ink");'));
  expect(await cmgen("generate")).toMatchObject({
    status: 3,
    stderr: 'cmgen.config.ts: The emitter "kinds" failed: no ink\n',
  });
  put("cmgen.config.ts", emitter('return [{ path: "kinds.ts", contents: "export const = 1;" }];'));
  expect(await cmgen("generate")).toMatchObject({
    status: 3,
    stderr: expect.stringMatching(
      /^cmgen\.config\.ts: The emitter "kinds" makes kinds\.ts, which is not TypeScript: .*Unexpected token/,
    ),
  });
});

test("watching, a change of a model or of the config is followed, and a mistake survived", async () => {
  const child = spawn(process.execPath, [executable, "generate", "--watch"], { cwd: root });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => (printed += data.toString()));
  const seen = (pattern: RegExp): Promise<void> =>
    vi.waitFor(() => expect(printed).toMatch(pattern), { timeout: 90_000, interval: 50 });
  try {
    await seen(/files written/);
    printed = "";
    edit(model, "age?: Integer;", "age?: Integer;\n  later: () => void;");
    await seen(/1 error; nothing was written/);
    edit(model, "\n  later: () => void;", "");
    await seen(/Nothing to change/);
    put("cmgen.config.ts", 'export default { outDir: "src/made" };');
    await seen(/files written/);
    expect(existsSync(join(root, "src/made/plugin.ts"))).toBe(true);
  } finally {
    child.kill("SIGINT");
  }
  await new Promise((resolve) => void child.on("exit", resolve));
  expect(child.exitCode).toBe(0);
}, 300_000);

test("a dry run says what a run would do, and does nothing", async () => {
  afterFirstRun();
  edit(model, "@maximum 150", "@maximum 160");
  const before = times();
  const dry = await cmgen("generate", "--dry-run");
  expect(dry).toMatchObject({ status: 0, stderr: "" });
  expect(dry.stdout).toContain(`update  ${types}\n`);
  expect(dry.stdout).toMatch(/\n\d+ files would be written, \d+ unchanged\.\n$/);
  const diff = await cmgen("generate", "--diff");
  expect(diff).toMatchObject({ status: 0, stderr: "" });
  expect(diff.stdout).toContain(`--- a/${types}\n+++ b/${types}\n`);
  expect(times()).toEqual(before);
  // What a run would refuse, a dry one refuses.
  edit(types, "@maximum 150", "@maximum 151");
  expect(await cmgen("generate", "--dry-run")).toMatchObject({ status: 4, stdout: "" });
});

test("--only writes the files of an emitter or a model, and leaves all others", async () => {
  afterFirstRun();
  edit(model, "@maximum 150", "@maximum 160");
  const before = readTree(root);
  const changed = (): string[] =>
    [...readTree(root)].filter(([path, now]) => before.get(path) !== now).map(([path]) => path);
  const mine = (): string[] =>
    changed().filter((path) => !path.includes("node_modules") && !path.includes(".cmgen-manifest"));
  expect(await cmgen("generate", "--only", "openapi", "--verbose")).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^update {2}openapi\.json\n1 file written, .*\n {2}config +\d+ ms\n/),
  });
  expect(mine().toSorted()).toEqual(["openapi.json"]);
  expect(await cmgen("generate", "--only", "people")).toMatchObject({ status: 0 });
  expect(mine().every((path) => path === "openapi.json" || path.includes("/person/"))).toBe(true);
  expect(await cmgen("generate", "--quiet")).toEqual({ status: 0, stdout: "", stderr: "" });
  expect(await cmgen("generate", "--check")).toMatchObject({ status: 0 });
  expect(await cmgen("generate", "--only", "opnapi")).toMatchObject({
    status: 3,
    stderr: expect.stringContaining('"opnapi" is neither an emitter nor a model. Did you mean openapi?'),
  });
});
