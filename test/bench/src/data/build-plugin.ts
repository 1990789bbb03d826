import { execFileSync } from "node:child_process";
import { cp, mkdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { readMigrations, type Migration } from "../../../../packages/store/dist/migrate/migration.js";
import type { ModelDescriptor } from "../../../../packages/runtime/dist/model/model-descriptor.js";
import type { Plugin } from "../../../../packages/runtime/dist/plugin/plugin.js";
import type { EngineName } from "../databases/engine.js";
import { inRepository } from "../repository.js";

const sources = inRepository("test/bench/plugin");

/** The benches' plugin, generated and compiled as a user's would be. */
export interface BenchPlugin {
  /** URL of the module that exports it. */
  readonly module: string;
  readonly plugin: Plugin;
  readonly items: ModelDescriptor;
  readonly entries: ModelDescriptor;
  readonly articles: ModelDescriptor;
  readonly follows: ModelDescriptor;
  readonly migrations: Readonly<Record<EngineName, readonly Migration[]>>;
}

/** Generates and compiles the plugin in `folder`; one that is there is brought up to date. */
export async function buildPlugin(folder: string): Promise<BenchPlugin> {
  await mkdir(folder, { recursive: true });
  await cp(sources, folder, { recursive: true });
  await rm(join(folder, "node_modules"), { force: true });
  await symlink(inRepository("node_modules"), join(folder, "node_modules"), "dir");
  run(folder, inRepository("packages/cli/bin/cmgen.js"), ["generate"]);
  run(folder, inRepository("node_modules/typescript/bin/tsc"), ["--project", "."]);
  const module = pathToFileURL(join(folder, "dist", "generated", "plugin.js")).href;
  const { plugin } = (await import(module)) as { readonly plugin: Plugin };
  const [sqlite, postgresql] = await Promise.all([
    readMigrations(join(folder, "prisma", "migrations")),
    readMigrations(join(folder, "prisma", "postgresql", "migrations")),
  ]);
  return {
    module,
    plugin,
    items: modelOf(plugin, "items"),
    entries: modelOf(plugin, "entries"),
    articles: modelOf(plugin, "articles"),
    follows: modelOf(plugin, "follows"),
    migrations: { sqlite, postgresql },
  };
}

function modelOf({ resources }: Plugin, plural: string): ModelDescriptor {
  const found = resources.find(({ model }) => model.plural === plural);
  if (found === undefined) throw new Error(`The benches' plugin has no ${plural}`);
  return found.model;
}

function run(folder: string, script: string, args: readonly string[]): void {
  execFileSync(process.execPath, [script, ...args], { cwd: folder, stdio: "pipe" });
}
