import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import { isAmbient } from "./print-code.js";

/**
 * The piece of code that a declaration stands for: a function, a class, a constant. It is the whole file where other code of the file may
 * change what the name stands for. Nothing for a type.
 */
export function codeUnit(declaration: ts.Node): readonly ts.Node[] {
  if (compiler.isSourceFile(declaration)) return [declaration];
  if (compiler.isInterfaceDeclaration(declaration) || compiler.isTypeAliasDeclaration(declaration)) return [];
  const statement = compiler.findAncestor(
    declaration,
    ({ parent }) => parent === undefined || compiler.isSourceFile(parent),
  );
  if (statement === undefined || isAmbient(statement)) return [declaration.getSourceFile()];
  if (compiler.isFunctionDeclaration(declaration) && declaration.body === undefined) return [];
  if (statement === declaration || compiler.isModuleDeclaration(statement)) return [statement];
  const variable = variableOf(declaration);
  return variable !== undefined && isConstant(variable, statement) ? [variable] : [declaration.getSourceFile()];
}

/** Statements that run when a file is loaded: they may change what its declarations stand for. */
export function isEffect(statement: ts.Statement): boolean {
  return !declaring.has(statement.kind);
}

const { SyntaxKind } = compiler;

const declaring: ReadonlySet<ts.SyntaxKind> = new Set([
  SyntaxKind.ImportDeclaration,
  SyntaxKind.ImportEqualsDeclaration,
  SyntaxKind.ExportDeclaration,
  SyntaxKind.ExportAssignment,
  SyntaxKind.NamespaceExportDeclaration,
  SyntaxKind.InterfaceDeclaration,
  SyntaxKind.TypeAliasDeclaration,
  SyntaxKind.FunctionDeclaration,
  SyntaxKind.ClassDeclaration,
  SyntaxKind.EnumDeclaration,
  SyntaxKind.ModuleDeclaration,
  SyntaxKind.VariableStatement,
  SyntaxKind.EmptyStatement,
]);

/** The variable that a declaration is, or is a part of: `{ a: [b] }`. */
function variableOf(declaration: ts.Node): ts.VariableDeclaration | undefined {
  let node = declaration;
  while (compiler.isBindingElement(node)) node = node.parent.parent;
  return compiler.isVariableDeclaration(node) ? node : undefined;
}

/** Whether it is a constant of the file itself: a variable may be assigned elsewhere, and one in a function differs with each call. */
function isConstant(variable: ts.VariableDeclaration, statement: ts.Node): boolean {
  const isConst = (compiler.getCombinedNodeFlags(variable) & compiler.NodeFlags.Const) !== 0;
  return isConst && variable.parent.parent === statement && compiler.isVariableStatement(statement);
}
