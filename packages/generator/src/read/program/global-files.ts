import type { ts } from "ts-morph";

import { foldersUpTo, isBelow } from "../../paths/slashed.js";
import { compiler } from "../compiler.js";
import type { InputFiles } from "../input-files.js";

/** Says something to modules that do not import it: a declaration file, an augmentation, or a script. */
const augmentation = /\bdeclare\s+(?:global|module)\b/;
const moduleStatement = /^\s*(?:import|export)\b/m;

/**
 * Those of a plugin's files that may declare something for the others without being imported. The others are left out: a plugin's
 * modules import servers and databases, which would take longer to read than everything else.
 */
export function ambientFiles(root: string, files: readonly string[], inputs: InputFiles): readonly string[] {
  for (const file of files) {
    // A folder that is added beside the others may hold such a file, too.
    for (const folder of foldersUpTo(root, file)) inputs.listed(folder);
  }
  return files.filter((file) => /\.[cm]?ts$/.test(file) && isAmbient(file, inputs));
}

function isAmbient(file: string, inputs: InputFiles): boolean {
  if (/\.d\.[cm]?ts$/.test(file)) return true;
  const text = inputs.read(file) ?? "";
  return augmentation.test(text) || !moduleStatement.test(text);
}

/** The files outside of a folder. */
export function outsideOf(folder: string, files: readonly string[]): readonly string[] {
  return files.filter((file) => !isBelow(folder, file));
}

/** The files of a program that say something to files that do not import them, in the program's order. */
export function globalFiles(program: ts.Program): readonly string[] {
  return program
    .getSourceFiles()
    .filter(isGlobal)
    .map(({ fileName }) => fileName);
}

/** A script, a module that augments others or brings parts of the standard library, or one that is a global as well. */
function isGlobal(file: ts.SourceFile): boolean {
  if (file.fileName.endsWith(".json")) return false;
  return (
    !compiler.isExternalModule(file) || file.libReferenceDirectives.length > 0 || file.statements.some(isSaidToOthers)
  );
}

function isSaidToOthers(statement: ts.Statement): boolean {
  if (compiler.isNamespaceExportDeclaration(statement)) return true;
  if (!compiler.isModuleDeclaration(statement)) return false;
  return compiler.isStringLiteral(statement.name) || (statement.flags & compiler.NodeFlags.GlobalAugmentation) !== 0;
}

/** Whether a program took one copy of a package for another: then what a file means depends on who imports it first. */
export function hasRedirects(program: ts.Program): boolean {
  return program.getSourceFiles().some((file) => "redirectInfo" in file && file.redirectInfo !== undefined);
}
