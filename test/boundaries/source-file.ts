import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { repositoryFiles, repositoryRoot } from "./repository.js";

/** A module of one of the packages, as far as the boundaries are concerned. */
export interface SourceFile {
  /** Relative to the repository's root, with `/`. */
  readonly path: string;
  /** Folder name below `packages/`. */
  readonly package: string;
  /** Path below the package's `src/`. */
  readonly inPackage: string;
  readonly isTest: boolean;
  readonly text: string;
  /** Module specifiers of every import, re-export, `import()`, `require()` and `import.meta.resolve()`. */
  readonly imports: readonly string[];
}

/** One breach of a rule, in words that name the place. */
export type Breach = string;

export type Rule = (files: readonly SourceFile[]) => readonly Breach[];

/** Makes a {@link SourceFile} of a path and a text; pure, so that tests of the rules can make them up. */
export function sourceFile(path: string, text: string): SourceFile {
  const [, packageName = "", inPackage = ""] = /^packages\/([^/]+)\/src\/(.+)$/.exec(path) ?? [];
  const isTest = /\.test(\.[a-z]+)?\.ts$/.test(path);
  return { path, package: packageName, inPackage, isTest, text, imports: importsOf(text) };
}

/** Reads `packages/<name>/src/**` of the repository. */
export function readSourceFiles(): readonly SourceFile[] {
  return repositoryFiles()
    .filter((path) => /^packages\/[^/]+\/src\/.+\.ts$/.test(path))
    .map((path) => sourceFile(path, readFileSync(join(repositoryRoot, path), "utf8")));
}

function importsOf(text: string): readonly string[] {
  const scanned = ts.preProcessFile(text, true, true).importedFiles.map((imported) => imported.fileName);
  const resolved = [...text.matchAll(/\b(?:require|import\.meta)\.resolve\(\s*["']([^"']+)["']/g)];
  return [...scanned, ...resolved.map((match) => match[1] ?? "")];
}
