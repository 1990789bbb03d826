import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";

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
