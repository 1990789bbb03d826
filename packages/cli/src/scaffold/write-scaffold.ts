import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { FilesError } from "../usage-error.js";
import type { ScaffoldFile } from "./scaffold-files.js";

export interface ScaffoldOutcome {
  readonly written: readonly string[];
  /** Files that existed before; they are not changed. */
  readonly kept: readonly string[];
}

export interface ScaffoldOptions {
  /** Write into a folder that has files. Those are kept. */
  readonly force: boolean;
  /** Write nothing, and tell what would be. */
  readonly dryRun: boolean;
}

/**
 * Writes a scaffold into `folder`, which is created if it is missing. No file is overwritten.
 *
 * @throws {FilesError} where the folder is not empty and `force` is not given.
 */
export function writeScaffold(
  folder: string,
  files: readonly ScaffoldFile[],
  { force, dryRun }: ScaffoldOptions,
): ScaffoldOutcome {
  if (!force && !isEmpty(folder)) {
    throw new FilesError(`${folder} is not empty. --force adds the files that are missing and changes no others.`);
  }
  const written: string[] = [];
  const kept: string[] = [];
  const write = dryRun ? (path: string): boolean => !existsSync(path) : writeNew;
  for (const { path, contents } of files) {
    (write(join(folder, path), contents) ? written : kept).push(path);
  }
  return { written, kept };
}

function isEmpty(folder: string): boolean {
  try {
    // `git init` was run before, which is fine.
    return !existsSync(folder) || readdirSync(folder).every((name) => name === ".git");
  } catch (error) {
    throw new FilesError(`${folder} is not a folder that can be read.`, { cause: error });
  }
}

/** Writes a file, and creates its folder; false, and nothing is done, where the file exists. */
export function writeNew(path: string, contents: string): boolean {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents, { flag: "wx" });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw new FilesError(`${path} cannot be written.`, { cause: error });
  }
}

/** Whoever reads the file meanwhile sees it as it was or as it is to be, nothing between. What it may be used for stays as it is. */
export function replaceFile(path: string, text: string): void {
  try {
    const target = realpathSync(path);
    const draft = `${target}.${process.pid}.tmp`;
    writeFileSync(draft, text, { mode: statSync(target).mode });
    renameSync(draft, target);
  } catch (error) {
    throw new FilesError(`${path} cannot be written.`, { cause: error });
  }
}
