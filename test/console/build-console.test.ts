import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { repositoryRoot } from "../boundaries/repository.js";
import { type CommandOutcome, runCmgen } from "../cli/run-cmgen.js";
import { cmgen as command, scaffoldPlugin } from "../scaffold/scaffolded-plugin.js";

interface Extension {
  readonly modules: readonly { readonly module: string; readonly file: string; readonly styles: readonly string[] }[];
}

interface SourceMap {
  readonly sources: readonly string[];
  readonly sourcesContent?: readonly (string | null)[];
}

describe("cmgen add console and build console, in a new plugin", () => {
  const folder = mkdtempSync(join(tmpdir(), "cmgen-build-console-"));
  let plugin: string;
  const cmgen = (...args: readonly string[]) => runCmgen(args, { workingFolder: plugin });
  /** As a process: in this one, Node.js remembers which packages are missing. */
  const build = (): CommandOutcome => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [command, "build", "console"], {
      cwd: plugin,
      encoding: "utf8",
    });
    return { code: status ?? -1, out: stdout, error: stderr };
  };
  const link = (name: string): void =>
    symlinkSync(join(repositoryRoot, "node_modules", name), join(plugin, "node_modules", name), "junction");
  const module = (): string => join(plugin, "src/console/task.tsx");

  beforeAll(async () => {
    plugin = await scaffoldPlugin(folder, "extended");
    expect(await cmgen("generate")).toMatchObject({ code: 0, error: "" });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("have nothing to build at first", async () => {
    expect(build()).toEqual({
      code: 0,
      error: "",
      out: "src/console has no modules: there is nothing to build.\n",
    });
  });

  it("write a module, and say what is left to do", async () => {
    const { code, out, error } = await cmgen("add", "console", "Task");
    expect({ code, error }).toEqual({ code: 0, error: "" });
    expect(out).toBe(
      [
        "create    src/console/task.tsx",
        "create    src/console/tsconfig.json",
        "",
        "Continue with:",
        "",
        "  Set `console: true` in cmgen.config.ts: then `cmgen generate` writes its types.",
        "  Install what they are built with: npm install --save-dev @types/react vite",
        "  cmgen generate",
        "  cmgen build console",
        "",
      ].join("\n"),
    );
    expect(await cmgen("add", "console", "Task")).toMatchObject({ code: 4 });
    const config = join(plugin, "cmgen.config.ts");
    writeFileSync(config, readFileSync(config, "utf8").replace("defineConfig({", "defineConfig({ console: true,"));
    expect(await cmgen("generate")).toMatchObject({ code: 0, error: "" });
    expect(build()).toMatchObject({
      code: 4,
      error: expect.stringContaining("vite is not installed"),
    });
    for (const name of ["vite", "react", "@tanstack"]) link(name);
  });

  it("build it, without what it shares with the page", async () => {
    expect(build()).toEqual({ code: 0, error: "", out: "Built 1 module into dist/console.\n" });
    const text = readFileSync(join(plugin, "dist/console/extension.json"), "utf8");
    const { modules } = JSON.parse(text) as Extension;
    expect(modules).toEqual([
      { module: "src/console/task.tsx", file: expect.stringMatching(/^task-.+\.js$/), styles: [] },
    ]);
    const built = readFileSync(join(plugin, "dist/console", modules[0]?.file ?? ""), "utf8");
    expect(built).toMatch(/from[`"']\.\.\/\.\.\/shared\/react-jsx-runtime\.js[`"']/);
    expect(built.length).toBeLessThan(1000);
  });

  it("refuse a name that the model does not have, and keep what was built", async () => {
    const good = readFileSync(module(), "utf8");
    const before = readdirSync(join(plugin, "dist/console"));
    const wrong = {
      "a model": good.replace("tasks: {", "task: {"),
      "a field of the object": good.replace("object.metadata.name", "object.spec.titel"),
    };
    for (const [what, text] of Object.entries(wrong)) {
      writeFileSync(module(), text);
      const { code, out } = build();
      expect({ code, says: /src\/console\/task\.tsx\(\d+,\d+\): error TS/.test(out) }, what).toEqual({
        code: 1,
        says: true,
      });
    }
    writeFileSync(
      module(),
      good.replace("tasks: {", 'tasks: {\n      columns: { "spec.title": { cell: ({ value }) => value?.trim() } },'),
    );
    expect(build()).toMatchObject({ code: 0, error: "" });
    writeFileSync(module(), good);
    expect(build()).toMatchObject({ code: 0, error: "" });
    expect(readdirSync(join(plugin, "dist/console"))).toEqual(before);
  });

  it("refuse what the compiler does not explain, with the fix, and keep what was built", () => {
    const good = readFileSync(module(), "utf8");
    const other = join(plugin, "src/console/other.tsx");
    const before = readdirSync(join(plugin, "dist/console"));
    const refusal = (text: string, ofOther?: string): string => {
      writeFileSync(module(), text);
      if (ofOther !== undefined) writeFileSync(other, ofOther);
      const { code, out, error } = build();
      if (ofOther !== undefined) unlinkSync(other);
      writeFileSync(module(), good);
      expect({ code, error, built: readdirSync(join(plugin, "dist/console")) }).toEqual({
        code: 1,
        error: "",
        built: before,
      });
      return out;
    };
    const withColumn = (path: string): string =>
      good.replace("panels:", `columns: { "${path}": { cell: () => null } },\n      panels:`);
    expect(refusal(withColumn("spec.titel"))).toMatch(
      /^src\/console\/task\.tsx:\d+:\d+: tasks has no field spec\.titel\. Did you mean spec\.title\? spec has: title\b.*\.\n$/,
    );
    expect(refusal(withColumn("metadata.name"))).toContain('"metadata.name" of tasks is not the path of a field.');
    expect(refusal(good.replace("panels:", 'fields: { "status.x": () => null },\n      panels:'))).toContain(
      "tasks has no field status.x.",
    );
    expect(refusal(good.replace("export default", "export const extension ="))).toMatch(
      /^src\/console\/task\.tsx has no default export\. Write `export default defineConsole\(/,
    );
    expect(refusal(good.replace("export default", "export default () =>"))).toMatch(
      /^src\/console\/task\.tsx does not export an extension as its default\. Write /,
    );
    const imported = 'import { defineConsole } from "../generated/console.js";\n';
    const pageAt = (path: string): string => `{ path: "${path}", title: "Page", page: () => null }`;
    const pages = (...paths: readonly string[]): string =>
      `${imported}const extension = defineConsole({ pages: [${paths.map(pageAt).join(", ")}] });\nexport { extension as default };\n`;
    expect(refusal(pages("late"), pages("other", "late"))).toBe(
      "src/console/task.tsx:2:51: a page has the path late already, at src/console/other.tsx:2:103. " +
        "Each page of a plugin needs its own.\n",
    );
    expect(refusal(pages("Late ones"))).toContain('"Late ones" is not the path of a page');
  });

  it("write source maps, which have the names of the sources and not their text", () => {
    const maps = readdirSync(join(plugin, "dist/console")).filter((name) => name.endsWith(".map"));
    const read = maps.map((name) => JSON.parse(readFileSync(join(plugin, "dist/console", name), "utf8")) as SourceMap);
    expect(read.flatMap(({ sources }) => sources)).toContain("src/console/task.tsx");
    expect(read.some(({ sourcesContent = [] }) => sourcesContent.some((text) => text !== null))).toBe(false);
  });

  it("remove what was built of modules that are gone", async () => {
    unlinkSync(module());
    expect(build()).toMatchObject({ code: 0 });
    expect(existsSync(join(plugin, "dist/console"))).toBe(false);
  });
});
