import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";

/** A name that a file takes from another module: one export of it, or as a namespace all of them. */
export interface Import {
  readonly specifier: string;
  /** `"*"` for the namespace. */
  readonly name: string;
}

/** A name that a file gives to others: one of its own, or one passed on from another module. */
export type Export = { readonly local: string } | Import;

/** The names at the top of a file. */
export interface FileScope {
  readonly declared: ReadonlyMap<string, readonly ts.Declaration[]>;
  readonly imports: ReadonlyMap<string, Import>;
  readonly exports: ReadonlyMap<string, Export>;
  /** Modules of which everything is passed on. */
  readonly stars: readonly string[];
  /** It has forms whose names only the checker tells apart: namespaces, `import x = …`, `export = …`. */
  readonly isIntricate: boolean;
  /** It adds to other modules or to the global scope. */
  readonly isAugmenting: boolean;
}

class ScopeBuilder {
  readonly declared = new Map<string, ts.Declaration[]>();
  readonly imports = new Map<string, Import>();
  readonly exports = new Map<string, Export>();
  readonly stars: string[] = [];
  isIntricate = false;
  isAugmenting = false;

  declare(name: string, declaration: ts.Declaration, statement: ts.Statement): void {
    const declarations = this.declared.get(name) ?? [];
    declarations.push(declaration);
    this.declared.set(name, declarations);
    const modifiers = compiler.canHaveModifiers(statement) ? (compiler.getModifiers(statement) ?? []) : [];
    const { ExportKeyword, DefaultKeyword } = compiler.SyntaxKind;
    if (!modifiers.some(({ kind }) => kind === ExportKeyword)) return;
    this.exports.set(modifiers.some(({ kind }) => kind === DefaultKeyword) ? "default" : name, { local: name });
  }
}

/** Reads the names at the top of a file from its syntax. */
export function readFileScope(file: ts.SourceFile): FileScope {
  const scope = new ScopeBuilder();
  for (const statement of file.statements) addStatement(scope, statement);
  return scope;
}

function addStatement(scope: ScopeBuilder, statement: ts.Statement): void {
  if (compiler.isImportDeclaration(statement)) addImport(scope, statement);
  else if (compiler.isExportDeclaration(statement)) addExport(scope, statement);
  else if (compiler.isExportAssignment(statement)) addAssignment(scope, statement);
  else if (compiler.isVariableStatement(statement)) addVariables(scope, statement);
  else if (isNamed(statement)) scope.declare(statement.name?.text ?? "default", statement, statement);
  else if (compiler.isModuleDeclaration(statement)) addNamespace(scope, statement);
  else if (compiler.isImportEqualsDeclaration(statement)) scope.isIntricate = true;
}

function isNamed(
  statement: ts.Statement,
): statement is
  | ts.InterfaceDeclaration
  | ts.TypeAliasDeclaration
  | ts.EnumDeclaration
  | ts.ClassDeclaration
  | ts.FunctionDeclaration {
  return (
    compiler.isInterfaceDeclaration(statement) ||
    compiler.isTypeAliasDeclaration(statement) ||
    compiler.isEnumDeclaration(statement) ||
    compiler.isClassDeclaration(statement) ||
    compiler.isFunctionDeclaration(statement)
  );
}

function addImport(scope: ScopeBuilder, { importClause, moduleSpecifier }: ts.ImportDeclaration): void {
  if (importClause === undefined || !compiler.isStringLiteral(moduleSpecifier)) return;
  const specifier = moduleSpecifier.text;
  const { name, namedBindings } = importClause;
  if (name !== undefined) scope.imports.set(name.text, { specifier, name: "default" });
  if (namedBindings === undefined) return;
  if (compiler.isNamespaceImport(namedBindings)) scope.imports.set(namedBindings.name.text, { specifier, name: "*" });
  else
    for (const element of namedBindings.elements)
      scope.imports.set(element.name.text, { specifier, name: (element.propertyName ?? element.name).text });
}

function addExport(scope: ScopeBuilder, { exportClause, moduleSpecifier }: ts.ExportDeclaration): void {
  const specifier =
    moduleSpecifier !== undefined && compiler.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : undefined;
  if (exportClause === undefined) {
    if (specifier !== undefined) scope.stars.push(specifier);
  } else if (compiler.isNamespaceExport(exportClause)) {
    if (specifier !== undefined) scope.exports.set(exportClause.name.text, { specifier, name: "*" });
  } else {
    for (const { name, propertyName } of exportClause.elements) {
      const own = (propertyName ?? name).text;
      scope.exports.set(name.text, specifier === undefined ? { local: own } : { specifier, name: own });
    }
  }
}

function addAssignment(scope: ScopeBuilder, statement: ts.ExportAssignment): void {
  if (statement.isExportEquals === true) scope.isIntricate = true;
  else if (compiler.isIdentifier(statement.expression))
    scope.exports.set("default", { local: statement.expression.text });
}

function addVariables(scope: ScopeBuilder, statement: ts.VariableStatement): void {
  for (const declaration of statement.declarationList.declarations) {
    if (compiler.isIdentifier(declaration.name)) scope.declare(declaration.name.text, declaration, statement);
  }
}

function addNamespace(scope: ScopeBuilder, statement: ts.ModuleDeclaration): void {
  const isGlobal = (statement.flags & compiler.NodeFlags.GlobalAugmentation) !== 0;
  if (isGlobal || compiler.isStringLiteral(statement.name)) scope.isAugmenting = true;
  else scope.isIntricate = true;
}
