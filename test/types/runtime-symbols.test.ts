import { describe, expect, test } from "vitest";

import { runtimeSymbols, type SymbolModule } from "../../packages/generator/src/render/runtime-symbols.js";
import { createWorkspace } from "../golden/harness/workspace.js";
import { writeTree } from "../golden/harness/file-tree.js";
import { compilePlugins } from "../golden/harness/compile.js";

const modules = Object.keys(runtimeSymbols) as SymbolModule[];

describe.each(modules)("%s", (module) => {
  const { types, values } = runtimeSymbols[module];

  test("exports every value that generated code may import", async () => {
    const exported = Object.keys((await import(module)) as object);
    expect(exported).toEqual(expect.arrayContaining([...values]));
  });

  test("exports every type that generated code may import", async () => {
    const workspace = createWorkspace();
    try {
      const source = `export type { ${types.join(", ")} } from "${module}";\n`;
      writeTree(workspace.folder, new Map([["plugin/src/types.ts", source]]));
      const plugins = [{ name: "plugin", input: new Map() }];
      expect(await compilePlugins(workspace.folder, plugins, { compiler: "7.0", resolution: "bundler" })).toBe("");
    } finally {
      workspace.dispose();
    }
  });
});
