import { readFileSync, realpathSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, extname, join, resolve } from "node:path";

import { findPackage } from "./find-package.js";
import { plainImports } from "./plain-config.js";
import type { ResolvedConfig } from "./resolved-config.js";

type Texts = ReadonlyMap<string, string>;

/**
 * Texts of all files that a config and its emitters follow from, by absolute path: the config, the modules that it imports by a path,
 * the `package.json` of the packages that it imports, and the inputs of emitters. Undefined if something else decides as well: the
 * config computes its value, an emitter does not declare its inputs, or a file cannot be found.
 */
export function configInputs(
  root: string,
  { emitters }: Pick<ResolvedConfig, "emitters">,
  configFile: Texts,
): Texts | undefined {
  const found = new Map(configFile);
  for (const [path, text] of configFile) {
    const imports = plainImports(text);
    const own = imports?.filter((specifier) => !isOfCmgen(specifier)) ?? [];
    // What a config imports may compute: an emitter that declares its inputs says that it does not.
    if (imports === undefined || (emitters.length === 0 && own.length > 0)) return undefined;
    if (!follow(own, { root, from: path, found })) return undefined;
  }
  for (const { inputs } of emitters) {
    if (inputs === undefined || !inputs.every((path) => add(resolve(root, path), found))) return undefined;
  }
  return found;
}

/** Which release of cmgen this is, is part of what a run is remembered by. */
function isOfCmgen(specifier: string): boolean {
  return /^(?:cmgen|@cmgen\/[^/]+)(?:\/|$)/.test(specifier);
}

interface Following {
  readonly root: string;
  /** Absolute path of the module that imports. */
  readonly from: string;
  readonly found: Map<string, string>;
}

/** Whether everything that is imported could be found. */
function follow(imports: readonly string[], { root, from, found }: Following): boolean {
  return imports.every((specifier) => {
    if (isOfCmgen(specifier) || isBuiltin(specifier)) return true;
    if (!specifier.startsWith(".")) return addPackage(root, specifier, found);
    const candidates = modulesAt(resolve(dirname(from), specifier));
    const known = candidates.some((path) => found.has(path));
    const path = known ? undefined : candidates.find((candidate) => add(candidate, found));
    if (path === undefined) return known;
    return follow(importsOf(found.get(path) ?? ""), { root, from: path, found });
  });
}

/** An emitter's modules may do what they like: what they read is what the emitter declares. */
function importsOf(text: string): readonly string[] {
  return Array.from(text.matchAll(/\b(?:from|import)\s*\(?\s*["'](\.[^"']+)["']/g), ([, specifier = ""]) => specifier);
}

/** The files that a path in an import may mean. */
function modulesAt(path: string): readonly string[] {
  const extension = extname(path);
  const sources = /^\.[cm]?js$/.test(extension)
    ? [`${path.slice(0, -extension.length)}${extension.replace("j", "t")}`]
    : [];
  return [path, ...sources, ...[".ts", ".mts", ".js", ".mjs", "/index.ts", "/index.js"].map((end) => path + end)];
}

/** An installed package changes with its version; one of a workspace changes without. */
function addPackage(root: string, specifier: string, found: Map<string, string>): boolean {
  const name = specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
  const folder = findPackage(root, name);
  return (
    folder !== undefined &&
    /[\\/]node_modules[\\/]/.test(realpathSync(folder)) &&
    add(join(folder, "package.json"), found)
  );
}

/** Whether the file could be read. */
function add(path: string, found: Map<string, string>): boolean {
  if (found.has(path)) return true;
  try {
    found.set(path, readFileSync(path, "utf8"));
    return true;
  } catch {
    // Missing or a folder: the caller tries another, or gives up.
    return false;
  }
}
