import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { repositoryRoot } from "../boundaries/repository.js";
import { runCmgen } from "../cli/run-cmgen.js";
import { lintErrors } from "../lint/lint.js";
import { compilers } from "../tier.js";

const execute = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "cmgen-scaffold-"));
const plugin = join(folder, "todo-list");

/** Runs a script of Node.js in the plugin. */
const run = (script: string) => execute(process.execPath, [script], { cwd: plugin });
const installed = (...path: string[]) => join(repositoryRoot, "node_modules", ...path);

beforeAll(async () => {
  expect(await runCmgen(["init", "todo-list"], { workingFolder: folder })).toMatchObject({ code: 0 });
  linkPackages();
});

afterAll(() => rmSync(folder, { recursive: true }));

describe("a new plugin", () => {
  it("bears its own name everywhere", () => {
    const files = textsBelow(plugin);
    expect(files.filter(({ text }) => text.includes("my-plugin")).map(({ path }) => path)).toEqual([]);
    expect(manifest().name).toBe("todo-list");
    expect(readFileSync(join(plugin, "cmgen.config.ts"), "utf8")).toContain('"todo-list.example.com/v1alpha1"');
  });

  it("has the files that npm does not pack under their names", () => {
    expect([".gitignore", ".github/workflows/ci.yml"].filter((path) => !existsSync(join(plugin, path)))).toEqual([]);
  });

  it("depends on packages that are there", () => {
    const { dependencies, devDependencies } = manifest();
    const ours = Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) => name.includes("cmgen"));
    const missing = ours.filter(([, source]) => !existsSync(join(plugin, source.replace("file:", ""), "package.json")));
    expect(missing).toEqual([]);
    expect(ours.length).toBe(5);
  });

  it("generates, and then has nothing left to generate", async () => {
    expect(await runCmgen(["generate"], { workingFolder: plugin })).toMatchObject({ code: 0 });
    expect(await runCmgen(["generate", "--check"], { workingFolder: plugin })).toMatchObject({ code: 0, error: "" });
  });

  it.each(compilers)("compiles under %s", async (compiler) => {
    await expect(run(installed(compiler, "bin", "tsc"))).resolves.toMatchObject({ stdout: "" });
  });

  it("is clean to typescript-eslint, and so is what is generated", async () => {
    expect(await lintErrors(plugin, ["src/**/*.ts", "test/**/*.ts"])).toEqual([]);
  }, 300_000);
});

describe("cmgen init", () => {
  it("writes into no folder that has files", async () => {
    expect(await runCmgen(["init", "todo-list"], { workingFolder: folder })).toMatchObject({ code: 4 });
  });

  it("takes no name that cannot be a package's", async () => {
    expect(await runCmgen(["init", "Todo List"], { workingFolder: folder })).toMatchObject({ code: 3 });
    expect(readdirSync(folder)).toEqual(["todo-list"]);
  });
});

/** What `npm install` makes of the plugin's dependencies, with the packages of this repository. */
function linkPackages(): void {
  const modules = join(plugin, "node_modules");
  mkdirSync(modules);
  for (const name of ["@cmgen", "@types", "cmgen", "typescript", "vitest"]) {
    symlinkSync(installed(name), join(modules, name), "junction");
  }
}

interface Manifest {
  readonly name: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

function manifest(): Manifest {
  return JSON.parse(readFileSync(join(plugin, "package.json"), "utf8")) as Manifest;
}

function textsBelow(root: string): readonly { readonly path: string; readonly text: string }[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes("node_modules"))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, text: readFileSync(path, "utf8") }));
}
