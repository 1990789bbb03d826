import { rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { generate } from "@cmgen/generator";
import type { Plugin } from "@cmgen/runtime/codegen";
import { compiler } from "../../packages/generator/dist/read/compiler.js";
import { readTree, writeTree, type FileTree } from "../golden/harness/file-tree.js";
import { createWorkspace } from "../golden/harness/workspace.js";

/** Releases of one plugin, one after another: each continues the migrations of the one before. */
export interface GeneratedReleases {
  readonly folder: string;
  /**
   * Generates the plugin from these files, which replace those of the release before, and loads it from a folder of its own.
   *
   * @param time of a migration. Default: now.
   */
  release(files: FileTree, gone?: readonly string[], time?: Date): Promise<Plugin>;
  dispose(): void;
}

export function generatedReleases(): GeneratedReleases {
  const workspace = createWorkspace();
  const folder = join(workspace.folder, "people");
  writeTree(
    folder,
    new Map([
      ["package.json", JSON.stringify({ name: "people", version: "1.0.0", type: "module" })],
      [
        "cmgen.config.ts",
        'import { defineConfig } from "cmgen";\nexport default defineConfig({ databases: ["sqlite", "postgresql"] });\n',
      ],
    ]),
  );
  let count = 0;
  return {
    folder,
    async release(files, gone = [], time = new Date()) {
      for (const path of gone) rmSync(join(folder, path), { recursive: true });
      writeTree(folder, files);
      const { status, diagnostics } = await generate(folder, { time });
      if (status !== "written") throw new Error(JSON.stringify(diagnostics, null, 2));
      const root = join(workspace.folder, `release-${(count += 1)}`);
      const tree = readTree(folder);
      writeTree(root, new Map([...tree, ...compiledTree(tree)]));
      const url = pathToFileURL(join(root, "dist/generated/plugin.js"));
      return ((await import(url.href)) as { readonly plugin: Plugin }).plugin;
    },
    dispose: () => workspace.dispose(),
  };
}

/** Modules that are compiled, by their text: most of a release is as in the one before. */
const compiled = new Map<string, string>();

/** Without types: that generated code compiles is what the goldens show. */
function compiledTree(tree: FileTree): FileTree {
  const sources = [...tree].filter(([path]) => path.startsWith("src/") && path.endsWith(".ts"));
  return new Map(
    sources.map(([path, text]) => [path.replace(/^src/, "dist").replace(/ts$/, "js"), compiledModule(text)]),
  );
}

function compiledModule(text: string): string {
  const compilerOptions = { module: compiler.ModuleKind.ESNext, target: compiler.ScriptTarget.ES2022 };
  const code = compiled.get(text) ?? compiler.transpileModule(text, { compilerOptions }).outputText;
  compiled.set(text, code);
  return code;
}
