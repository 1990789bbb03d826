import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { relativePath } from "@cmgen/generator/paths";

import type { PackageManager } from "../installer.js";
import type { PackageSource } from "./package-source.js";
import { type PluginStart, startFolders } from "./plugin-start.js";
import { assertSampleKind, withSampleKind } from "./sample-model.js";

/** A file of the scaffold as it will be in a plugin: path relative to the plugin's root, with `/`. */
export interface ScaffoldFile {
  readonly path: string;
  readonly contents: string;
}

export interface ScaffoldValues {
  /** The plugin's name: its package's. */
  readonly name: string;
  /** The API group of its models. */
  readonly group: string;
  /** The kind of the sample model, where there is one. */
  readonly kind: string;
  /** Default: the sample model. */
  readonly start?: PluginStart;
  /** What its README and its workflow call. Default: npm. */
  readonly packageManager?: PackageManager;
  /** Where the plugin has cmgen's packages from. */
  readonly source: PackageSource;
}

/** The name the scaffold has as it lies in `templates/scaffold`, where it is a working plugin and no template. */
const sampleName = "my-plugin";

/** The scaffold of a new plugin, filled in. Files of pnpm or yarn replace those of npm, or are added. */
export function scaffoldFiles(values: ScaffoldValues): readonly ScaffoldFile[] {
  const { kind, packageManager = "npm", start = "sample" } = values;
  const own = packageManager === "npm" ? [] : filesOf(`scaffold-${packageManager}`);
  const owned = new Set(own.map(({ path }) => path));
  const started = filesOf(startFolders[start]);
  const shared = (start === "sample" ? withSampleKind(started, kind) : started).filter(({ path }) => !owned.has(path));
  return [...shared, ...own].map(({ path, contents }) => {
    const target = targetPath(path);
    return { path: target, contents: fillIn(target, contents, values) };
  });
}

/** @throws {UsageError} for a kind that the first model cannot have. */
export function assertFirstKind(kind: string): void {
  assertSampleKind(filesOf("scaffold"), kind);
}

/** The files that run a plugin in containers, with PostgreSQL. */
export function dockerFiles(): readonly ScaffoldFile[] {
  return filesOf("scaffold-docker").map(({ path, contents }) => ({ path: targetPath(path), contents }));
}

/** The files of a folder of templates, as they are. */
function filesOf(name: string): readonly ScaffoldFile[] {
  const folder = templateFolder(name);
  return filesBelow(folder).map((file) => {
    const path = relativePath(folder, file);
    return { path, contents: readFileSync(file, "utf8") };
  });
}

function templateFolder(name: string): string {
  const require = createRequire(import.meta.url);
  return join(dirname(require.resolve("@cmgen/templates/package.json")), name);
}

/** Folder by folder: within the archives that `yarn create` reads from, a recursive listing does not say where an entry is. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path) : [path];
    })
    .toSorted();
}

/** npm packs no `.gitignore` and its like: they lie in the package with `_` for the dot. A manifest with exports is a `.template`. */
function targetPath(path: string): string {
  return path.replace(/(^|\/)_(?=[a-z])/g, "$1.").replace(/\.template$/, "");
}

function fillIn(path: string, contents: string, { name, group, packageManager, source }: ScaffoldValues): string {
  const named = contents.replaceAll(`${sampleName}.example.com`, group).replaceAll(sampleName, name);
  if (path === "package.json")
    return named.replace(dependency, (_, own: string) => `"${own}": ${JSON.stringify(source(own))}`);
  if (/^(?:README|AGENTS)\.md$/.test(path) && packageManager !== undefined)
    return named.replaceAll(/\bnpm (?=(?:install|run|start|test)\b)/g, `${packageManager} `);
  return path === "pnpm-workspace.yaml" ? named + pnpmOverrides(source) : named;
}

/** One of cmgen's packages in the scaffold's `package.json`. */
const dependency = /"(cmgen|@cmgen\/[^"]+)":\s*"[^"]*"/g;

/**
 * For pnpm, `file:` is a copy whose own dependencies come from the registry, and `link:` is what npm makes of `file:`, which npm does not
 * know. A plugin beside a clone has `file:` in its `package.json`, and this, which pnpm alone reads.
 */
function pnpmOverrides(source: PackageSource): string {
  const manifest = readFileSync(join(templateFolder("scaffold"), "package.json"), "utf8");
  const links = [...manifest.matchAll(dependency)].flatMap(([, own = ""]) => {
    const from = source(own);
    return from.startsWith("file:")
      ? [`  ${JSON.stringify(own)}: ${JSON.stringify(from.replace("file:", "link:"))}\n`]
      : [];
  });
  return links.length === 0 ? "" : `# What npm makes of "file:" in package.json.\noverrides:\n${links.join("")}`;
}
