import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { relativePath } from "@cmgen/generator/paths";

import { load } from "js-yaml";

import type { PackageManager } from "../installer.js";
import { type Manifest, readManifest } from "./missing-entries.js";

/** A workspace of npm, pnpm or yarn that a folder is in, whether it is one of its packages or not. */
export interface OuterWorkspace {
  /** Absolute path of its root. */
  readonly root: string;
  /** The file in its root that lists the packages, and the key of that list. */
  readonly listedIn: readonly [file: string, key: string];
  /** Path of the folder from the root, with `/`. */
  readonly path: string;
  readonly isMember: boolean;
  /** What installs it; undefined where nothing tells. */
  readonly manager: PackageManager | undefined;
}

export const pnpmSettings = "pnpm-workspace.yaml";

/** The nearest workspace above a folder, which need not exist. */
export function outerWorkspace(folder: string): OuterWorkspace | undefined {
  for (let root = dirname(folder); ; root = dirname(root)) {
    const pnpm = pnpmPatterns(root);
    const npm = npmPatterns(root);
    const patterns = pnpm ?? npm;
    if (patterns !== undefined) {
      const path = relativePath(root, folder);
      const listedIn =
        pnpm === undefined ? (["package.json", "workspaces"] as const) : ([pnpmSettings, "packages"] as const);
      const manager = lockedBy(root) ?? (npm === undefined ? "pnpm" : undefined);
      return { root, path, listedIn, isMember: isListed(path, patterns), manager };
    }
    if (dirname(root) === root) return undefined;
  }
}

function pnpmPatterns(root: string): readonly string[] | undefined {
  const path = join(root, pnpmSettings);
  if (!existsSync(path)) return undefined;
  try {
    const { packages } = Object(load(readFileSync(path, "utf8"))) as { readonly packages?: unknown };
    return texts(packages);
  } catch {
    // pnpm reports what is wrong with it.
    return [];
  }
}

function npmPatterns(root: string): readonly string[] | undefined {
  const workspaces = manifestOf(root)["workspaces"];
  if (workspaces === undefined) return undefined;
  return texts(Array.isArray(workspaces) ? workspaces : Object(workspaces).packages);
}

/** A file somewhere above that cannot be read is not in the way. */
function manifestOf(root: string): Manifest {
  try {
    return readManifest(root) ?? {};
  } catch {
    return {};
  }
}

function texts(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((each) => typeof each === "string") : [];
}

function lockedBy(root: string): PackageManager | undefined {
  const locks = [
    ["pnpm-lock.yaml", "pnpm"],
    ["yarn.lock", "yarn"],
    ["package-lock.json", "npm"],
  ] as const;
  return locks.find(([file]) => existsSync(join(root, file)))?.[1];
}

function isListed(path: string, patterns: readonly string[]): boolean {
  const matches = (pattern: string): boolean => expression(pattern).test(path);
  const left = patterns.filter((pattern) => pattern.startsWith("!")).map((pattern) => pattern.slice(1));
  return patterns.some(matches) && !left.some(matches);
}

/** What the package managers write in lists of packages: paths with `*` and `**`. */
function expression(pattern: string): RegExp {
  const source = pattern
    .replace(/^\.\//, "")
    .replace(/\/$/, "")
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/\*\*\/|\*\*|\*|\?/g, (wild) => wilds[wild] ?? wild);
  return new RegExp(`^${source}$`);
}

const wilds: Readonly<Record<string, string>> = { "**/": "(?:.+/)?", "**": ".+", "*": "[^/]+", "?": "[^/]" };
