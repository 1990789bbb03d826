import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";

/** The module that a name is imported from, or exported again from; nothing for other declarations. */
export function specifierOf(alias: ts.Node): ts.StringLiteralLike | undefined {
  if (compiler.isImportEqualsDeclaration(alias)) {
    const { moduleReference } = alias;
    const literal = compiler.isExternalModuleReference(moduleReference) ? moduleReference.expression : undefined;
    return literal !== undefined && compiler.isStringLiteralLike(literal) ? literal : undefined;
  }
  const isPart =
    compiler.isImportClause(alias) ||
    compiler.isImportSpecifier(alias) ||
    compiler.isNamespaceImport(alias) ||
    compiler.isExportSpecifier(alias) ||
    compiler.isNamespaceExport(alias);
  if (!isPart) return undefined;
  const statement = compiler.findAncestor(alias, (node) => compiler.isSourceFile(node.parent));
  const isStatement = statement && (compiler.isImportDeclaration(statement) || compiler.isExportDeclaration(statement));
  const specifier = isStatement ? statement.moduleSpecifier : undefined;
  return specifier !== undefined && compiler.isStringLiteral(specifier) ? specifier : undefined;
}

/** What a name is called in the module that it is imported from: `*` for all of the module. */
export function importedName(alias: ts.Node): string {
  if (compiler.isImportSpecifier(alias) || compiler.isExportSpecifier(alias)) {
    return (alias.propertyName ?? alias.name).text;
  }
  return compiler.isImportClause(alias) ? "default" : "*";
}
