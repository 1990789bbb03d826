import type { ts } from "ts-morph";

import { compiler } from "./compiler.js";
import type { Reader } from "./reader.js";

type Reporter = Pick<Reader, "report">;

/** Whether a module of `src/controllers` brings a controller. */
export function isController(reader: Reporter, file: ts.SourceFile): boolean {
  if (defaultExportOf(file) !== undefined) return true;
  reportForgotten(reader, file, "defineController");
  return false;
}

/** Whether a module of `src/endpoints` brings endpoints: with the API-version marker, or it is ignored (spec 4.3). */
export function isEndpoints(reader: Reporter, file: ts.SourceFile): boolean {
  const exported = defaultExportOf(file);
  if (exported === undefined) {
    reportForgotten(reader, file, "defineEndpoints");
    return false;
  }
  const unmarked = unmarkedNode(exported);
  if (unmarked !== undefined) reader.report("CM6001", unmarked, {});
  return unmarked === undefined;
}

/** The node a module exports by default, names of its own declarations followed. */
export function defaultExportOf(file: ts.SourceFile): ts.Node | undefined {
  for (const statement of file.statements) {
    if (compiler.isExportAssignment(statement) && statement.isExportEquals !== true) {
      return declared(file, withoutCasts(statement.expression));
    }
    const modifiers = compiler.canHaveModifiers(statement) ? (compiler.getModifiers(statement) ?? []) : [];
    if (modifiers.some(({ kind }) => kind === compiler.SyntaxKind.DefaultKeyword)) return statement;
    const specifier = exportSpecifiers(statement).find(({ name }) => name.text === "default");
    if (specifier !== undefined) return declared(file, specifier.propertyName ?? specifier.name);
  }
  return undefined;
}

function exportSpecifiers(statement: ts.Statement): readonly ts.ExportSpecifier[] {
  if (!compiler.isExportDeclaration(statement) || statement.exportClause === undefined) return [];
  return compiler.isNamedExports(statement.exportClause) ? statement.exportClause.elements : [];
}

function withoutCasts(expression: ts.Expression): ts.Expression {
  const isCast =
    compiler.isAsExpression(expression) ||
    compiler.isSatisfiesExpression(expression) ||
    compiler.isParenthesizedExpression(expression);
  return isCast ? withoutCasts(expression.expression) : expression;
}

/** What a name stands for in its own file; the node itself where it is no name, or one from elsewhere. */
function declared(file: ts.SourceFile, node: ts.Node): ts.Node {
  if (!compiler.isIdentifier(node)) return node;
  for (const statement of file.statements) {
    if (compiler.isClassDeclaration(statement) && statement.name?.text === node.text) return statement;
    if (!compiler.isVariableStatement(statement)) continue;
    const variable = statement.declarationList.declarations.find(({ name }) => name.getText() === node.text);
    if (variable?.initializer !== undefined) return withoutCasts(variable.initializer);
  }
  return node;
}

/** What lacks the marker: a class without `@ApiVersion(…)`, or endpoints without `apiVersion`. */
function unmarkedNode(node: ts.Node): ts.Node | undefined {
  if (compiler.isClassLike(node)) {
    const decorators = compiler.getDecorators(node) ?? [];
    return decorators.some(({ expression }) => isCallOf(expression, "ApiVersion")) ? undefined : (node.name ?? node);
  }
  if (!isCallOf(node, "defineEndpoints")) return undefined;
  const [argument] = node.arguments;
  if (argument === undefined || !compiler.isObjectLiteralExpression(argument)) return undefined;
  const isMarked = argument.properties.some(
    (property) => compiler.isSpreadAssignment(property) || property.name.getText() === "apiVersion",
  );
  return isMarked ? undefined : node;
}

export function isCallOf(node: ts.Node, name: string): node is ts.CallExpression {
  if (!compiler.isCallExpression(node)) return false;
  const { expression } = node;
  return (compiler.isPropertyAccessExpression(expression) ? expression.name : expression).getText() === name;
}

/** A module beside the others that exports nothing by default may be anything; one that defines something meant to export it. */
export function reportForgotten(reader: Reporter, file: ts.SourceFile, name: string): void {
  const visit = (node: ts.Node): void => {
    if (isCallOf(node, name)) reader.report("CM6002", node, { what: name });
    else compiler.forEachChild(node, visit);
  };
  visit(file);
}
