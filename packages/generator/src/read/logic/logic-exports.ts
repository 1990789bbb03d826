import type { ts } from "ts-morph";

import type { LogicModule } from "../../model/model.js";
import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { withoutCasts } from "../declaration/static-value.js";

type Reporter = Pick<Reader, "report">;

/** Reads a module of `src/controllers`; nothing where it brings no controller. */
export function readController(reader: Reporter, file: ts.SourceFile, module: LogicModule): LogicModule | undefined {
  return logicOf(reader, file, "defineController") && module;
}

/** The endpoints that a module exports by default, and the expression that says their API version, if one can be seen. */
export interface EndpointsExport {
  readonly node: ts.Node;
  readonly apiVersion?: ts.Expression;
}

/** Finds the endpoints of a module; nothing where it brings none, or none with the API-version marker (spec 4.3). */
export function endpointsExport(reader: Reporter, file: ts.SourceFile): EndpointsExport | undefined {
  const node = logicOf(reader, file, "defineEndpoints");
  const unmarked = node && unmarkedNode(node);
  if (unmarked !== undefined) reader.report("CM6001", unmarked, {});
  if (node === undefined || unmarked !== undefined) return undefined;
  const said = markOf(node);
  const apiVersion = said && declared(file, withoutCasts(said));
  return { node, ...(apiVersion && { apiVersion: apiVersion as ts.Expression }) };
}

/** What `@ApiVersion(…)` or `apiVersion: …` is given. */
function markOf(node: ts.Node): ts.Expression | undefined {
  if (compiler.isClassLike(node)) {
    const calls = (compiler.getDecorators(node) ?? []).map(({ expression }) => expression);
    return calls.find((call): call is ts.CallExpression => isCallOf(call, "ApiVersion"))?.arguments[0];
  }
  return settingOf(node, "defineEndpoints", "apiVersion");
}

/**
 * What a module exports by default. One that exports nothing may be anything; where it calls the function of that name, it meant to
 * export the result.
 */
export function logicOf(reader: Reporter, file: ts.SourceFile, define: string): ts.Node | undefined {
  const exported = defaultExportOf(file);
  if (exported === undefined) for (const call of callsOf(file, define)) reader.report("CM6002", call, { what: define });
  return exported;
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

/** What a name stands for in its own file; the node itself where it is no name, or one from elsewhere. */
export function declared(file: ts.SourceFile, node: ts.Node): ts.Node {
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
  const members = settingsOf(node, "defineEndpoints");
  const isMarked = members?.some((member) => compiler.isSpreadAssignment(member) || isNamed(member, "apiVersion"));
  return isMarked === false ? node : undefined;
}

/** The members of the object that a call of the function of that name is given. */
export function settingsOf(node: ts.Node, define: string): readonly ts.ObjectLiteralElementLike[] | undefined {
  const [argument] = isCallOf(node, define) ? node.arguments : [];
  return argument && compiler.isObjectLiteralExpression(argument) ? argument.properties : undefined;
}

/** What that object has under a name. */
export function settingOf(node: ts.Node, define: string, name: string): ts.Expression | undefined {
  const member = settingsOf(node, define)?.find((candidate) => isNamed(candidate, name));
  if (member !== undefined && compiler.isShorthandPropertyAssignment(member)) return member.name;
  return member !== undefined && compiler.isPropertyAssignment(member) ? member.initializer : undefined;
}

export function isNamed(member: ts.ObjectLiteralElementLike, name: string): boolean {
  return member.name?.getText() === name;
}

function isCallOf(node: ts.Node, name: string): node is ts.CallExpression {
  if (!compiler.isCallExpression(node)) return false;
  const { expression } = node;
  return (compiler.isPropertyAccessExpression(expression) ? expression.name : expression).getText() === name;
}

/** The calls of the function of that name, wherever they stand in a module. */
export function callsOf(node: ts.Node, name: string): readonly ts.Node[] {
  if (isCallOf(node, name)) return [node];
  const calls: ts.Node[] = [];
  compiler.forEachChild(node, (child) => void calls.push(...callsOf(child, name)));
  return calls;
}
