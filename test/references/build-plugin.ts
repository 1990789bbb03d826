import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { generate } from "@cmgen/generator";
import type { ModelDescriptor, Plugin } from "@cmgen/runtime";

const repository = resolve(import.meta.dirname, "../..");
const compiler = join(repository, "node_modules/typescript/bin/tsc");

/** The plugin of these tests, generated and compiled as a user's would be. */
export interface ReferencesPlugin {
  readonly plugin: Plugin;
  /** URL of the module that exports it, for other processes. */
  readonly module: string;
  /** URL of its client's module. */
  readonly client: string;
  model(plural: string): ModelDescriptor;
}

/** Generates and compiles the plugin in `folder`: that of these tests, that of another folder, or one of other sources: texts by their paths. */
export async function buildPlugin(
  folder: string,
  sources?: ReadonlyMap<string, string>,
  from = join(import.meta.dirname, "plugin"),
): Promise<ReferencesPlugin> {
  mkdirSync(folder, { recursive: true });
  cpSync(from, folder, {
    recursive: true,
    filter: (path) => sources === undefined || !path.endsWith("src"),
  });
  for (const [path, text] of sources ?? []) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  if (!existsSync(join(folder, "node_modules")))
    symlinkSync(join(repository, "node_modules"), join(folder, "node_modules"), "dir");
  const { status, diagnostics } = await generate(folder);
  if (status !== "written") throw new Error(JSON.stringify(diagnostics, null, 2));
  execFileSync(process.execPath, [compiler, "--project", "."], { cwd: folder, stdio: "pipe" });
  const module = pathToFileURL(join(folder, "dist/generated/plugin.js")).href;
  const { plugin } = (await import(module)) as { readonly plugin: Plugin };
  return {
    plugin,
    module,
    client: pathToFileURL(join(folder, "dist/generated/v1/client.js")).href,
    model: (plural) => {
      const found = plugin.resources.find(({ model }) => model.plural === plural);
      if (found === undefined) throw new Error(`The plugin has no ${plural}.`);
      return found.model;
    },
  };
}
