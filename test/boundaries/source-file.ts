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
  /** Those of {@link imports} that are there at run time. */
  readonly valueImports: readonly string[];
}

/** One breach of a rule, in words that name the place. */
export type Breach = string;

export type Rule = (files: readonly SourceFile[]) => readonly Breach[];

/** Makes a {@link SourceFile} of a path and a text; pure, so that tests of the rules can make them up. */
export function sourceFile(path: string, text: string): SourceFile {
  const [, packageName = "", inPackage = ""] = /^packages\/([^/]+)\/src\/(.+)$/.exec(path) ?? [];
  const isTest = /\.test(\.[a-z]+)?\.tsx?$/.test(path);
  const imports = importsOf(text);
  const types = typeImportsOf(text);
  const valueImports = imports.filter((specifier) => !types.has(specifier));
  return { path, package: packageName, inPackage, isTest, text, imports, valueImports };
}

/** Reads `packages/<name>/src/**` of the repository. */
export function readSourceFiles(): readonly SourceFile[] {
  return repositoryFiles()
    .filter((path) => /^packages\/[^/]+\/src\/.+\.tsx?$/.test(path))
    .map((path) => sourceFile(path, readFileSync(join(repositoryRoot, path), "utf8")));
}

function importsOf(text: string): readonly string[] {
  const scanned = ts.preProcessFile(text, true, true).importedFiles.map((imported) => imported.fileName);
  const resolved = [...text.matchAll(/\b(?:require|import\.meta)\.resolve\(\s*["']([^"']+)["']/g)];
  return [...scanned, ...resolved.map((match) => match[1] ?? "")];
}

/** Specifiers that are imported or re-exported for types alone, by every statement of the module. */
function typeImportsOf(text: string): ReadonlySet<string> {
  const statements = ts.createSourceFile("module.ts", text, ts.ScriptTarget.ES2023).statements;
  const declarations = statements.filter((node) => ts.isImportDeclaration(node) || ts.isExportDeclaration(node));
  const isTypeOnly = new Map<string, boolean>();
  for (const declaration of declarations) {
    const { moduleSpecifier } = declaration;
    if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) continue;
    const before = isTypeOnly.get(moduleSpecifier.text) ?? true;
    isTypeOnly.set(moduleSpecifier.text, before && isErased(declaration));
  }
  return new Set([...isTypeOnly].filter(([, only]) => only).map(([specifier]) => specifier));
}

function isErased(declaration: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(declaration)) return declaration.isTypeOnly || areTypes(declaration.exportClause);
  const clause = declaration.importClause;
  return clause !== undefined && (clause.isTypeOnly || (clause.name === undefined && areTypes(clause.namedBindings)));
}

function areTypes(names: ts.NamedImportBindings | ts.NamedExportBindings | undefined): boolean {
  if (names === undefined || !(ts.isNamedImports(names) || ts.isNamedExports(names))) return false;
  return names.elements.length > 0 && names.elements.every((element) => element.isTypeOnly);
}
