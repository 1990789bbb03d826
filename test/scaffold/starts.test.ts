import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it, vi } from "vitest";
import { repositoryRoot } from "../boundaries/repository.js";
import { runCmgen } from "../cli/run-cmgen.js";
import { scaffoldPlugin } from "./scaffolded-plugin.js";

// A plugin is compiled, and its tests are run.
vi.setConfig({ testTimeout: 240_000 });

const folder = mkdtempSync(join(tmpdir(), "cmgen-starts-".padEnd(repositoryRoot.length + 40, "-")));
afterAll(() => rmSync(folder, { recursive: true }));

const texts = (root: string): readonly (readonly [path: string, text: string])[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes("node_modules"))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path, readFileSync(path, "utf8")]);

it("an empty plugin has no model, and passes its tests with the first one", async () => {
  const plugin = await scaffoldPlugin(folder, "bare", "--empty");
  expect(existsSync(join(plugin, "src", "models"))).toBe(false);
  const named = texts(plugin).filter(([path]) => !path.endsWith(".cmgen-scaffold.json"));
  expect(named.filter(([, text]) => /my-plugin|\btasks\b/i.test(text))).toEqual([]);

  // As the README says.
  const added = await runCmgen(["add", "model", "Note", "text:string"], { workingFolder: plugin });
  expect(added).toMatchObject({ code: 0, error: "" });
  const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" };
  const { stdout } = await promisify(execFile)("npm", ["test"], { cwd: plugin, env });
  expect(stdout).toMatch(/Tests +1 passed/);
});

it("AGENTS.md names commands that work, and rules that hold", async () => {
  const plugin = await scaffoldPlugin(folder, "guided");
  const guide = readFileSync(join(plugin, "AGENTS.md"), "utf8");
  const commands = [...guide.matchAll(/```sh\n([^`]*)```/g)].flatMap(([, block = ""]) => block.trim().split("\n"));
  expect(commands).toHaveLength(6);
  for (const command of commands) await promisify(execFile)("sh", ["-c", command], { cwd: plugin });
  const { out } = await runCmgen(["generate", "--help"], { workingFolder: plugin });
  for (const [option] of guide.matchAll(/(?<=`)--[a-z-]+/g)) expect(out).toContain(option);
  expect(await runCmgen(["explain", "task.spec.title"], { workingFolder: plugin })).toMatchObject({ code: 0 });
});

it("the commands that are printed for an empty plugin begin with a model", async () => {
  const { out } = await runCmgen(["init", "later", "--empty", "--package-manager", "pnpm"], { workingFolder: folder });
  expect(out).toContain("  pnpm install\n  pnpm exec cmgen add model Note text:string\n  pnpm run dev\n");
});

it("an example has the plugin's name and group, and all that is written by hand", async () => {
  const { code } = await runCmgen(["init", "bugs", "--example", "tracker"], { workingFolder: folder });
  expect(code).toBe(0);
  const plugin = join(folder, "bugs");
  const named = /my-plugin|cmgen-examples|tracker\.example|\.\.\/people|examples\//;
  expect(texts(plugin).filter(([, text]) => named.test(text))).toEqual([]);
  const example = join(repositoryRoot, "examples", "tracker");
  const source = (root: string): readonly string[] =>
    readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
      .filter((path) => !path.startsWith("generated"))
      .toSorted();
  expect(source(plugin)).toEqual(source(example));
  expect(existsSync(join(plugin, "src", "generated"))).toBe(false);
  // What `cmgen upgrade` goes by.
  const upgraded = await runCmgen(["upgrade", "--force", "--dry-run"], { workingFolder: plugin });
  expect(upgraded.out).toContain("Nothing to change");
});

it.each([
  ["--empty and --example cannot be given together.", ["--empty", "--example", "tracker"]],
  ["--empty and --kind cannot be given together.", ["--empty", "--kind", "Note"]],
  ["--example and --kind cannot be given together.", ["--example", "tracker", "--kind", "Note"]],
  ["--example cannot be", ["--example", "nothing"]],
])("refuses what contradicts itself: %s", async (message, options) => {
  const { code, error } = await runCmgen(["init", "wrong", ...options], { workingFolder: folder });
  expect({ code, error }).toEqual({ code: 3, error: expect.stringContaining(message) });
  expect(existsSync(join(folder, "wrong"))).toBe(false);
});
