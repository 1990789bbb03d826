import { posix } from "node:path";
import type { ts } from "ts-morph";

import type { ImportedModel, LogicModule } from "../../model/model.js";
import { compiler } from "../compiler.js";
import { withoutCasts } from "../declaration/static-value.js";
import type { Reporter } from "../reporter.js";

/** The endpoints that a module exports by default, and the expression that says where they are, if one can be seen. */
export interface EndpointsExport {
  readonly node: ts.Node;
  readonly apiVersion?: ts.Expression;
  /** A path of the plugin's own. */
  readonly path?: ts.Expression;
}

/** Finds the endpoints of a module; nothing where it brings none, or none that say where they are (spec 4.3). */
export function endpointsExport(reporter: Pick<Reporter, "report">, file: ts.SourceFile): EndpointsExport | undefined {
  const node = logicOf(reporter, file, "defineEndpoints");
  const unmarked = node && unmarkedNode(node);
  if (unmarked !== undefined) reporter.report("CM6001", unmarked, {});
  if (node === undefined || unmarked !== undefined) return undefined;
  const said = (mark: ts.Expression | undefined): ts.Expression | undefined =>
    mark && (declared(file, withoutCasts(mark)) as ts.Expression);
  const apiVersion = said(markOf(node));
  const path = said(settingOf(node, "defineEndpoints", "path"));
  return { node, ...(apiVersion && { apiVersion }), ...(path && { path }) };
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
export function logicOf(reporter: Pick<Reporter, "report">, file: ts.SourceFile, define: string): ts.Node | undefined {
  const exported = defaultExportOf(file);
  if (exported === undefined)
    for (const call of callsOf(file, define)) reporter.report("CM6002", call, { what: define });
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

/** What lacks the marker: a class without `@ApiVersion(…)`, or endpoints without `apiVersion` and `path`. */
function unmarkedNode(node: ts.Node): ts.Node | undefined {
  if (compiler.isClassLike(node)) {
    const decorators = compiler.getDecorators(node) ?? [];
    return decorators.some(({ expression }) => isCallOf(expression, "ApiVersion")) ? undefined : (node.name ?? node);
  }
  const members = settingsOf(node, "defineEndpoints");
  const isMarked = members?.some(
    (member) => compiler.isSpreadAssignment(member) || isNamed(member, "apiVersion") || isNamed(member, "path"),
  );
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

/** What a module imports under a name. */
interface ImportedName {
  /** Where from, as it is written. */
  readonly from: string;
  /** What it is called there. */
  readonly name: string;
}

/** What a name is imported as, on its own or as `models.personModel`; nothing for one that is not imported. */
export function importedName(file: ts.SourceFile, node: ts.Expression): ImportedName | undefined {
  const member = compiler.isPropertyAccessExpression(node) ? node.name.text : undefined;
  const local = (compiler.isPropertyAccessExpression(node) ? node.expression : node).getText();
  for (const statement of file.statements) {
    if (!compiler.isImportDeclaration(statement) || !compiler.isStringLiteral(statement.moduleSpecifier)) continue;
    const from = statement.moduleSpecifier.text;
    const bindings = statement.importClause?.namedBindings;
    if (bindings === undefined) continue;
    if (compiler.isNamespaceImport(bindings)) {
      if (member !== undefined && bindings.name.text === local) return { from, name: member };
      continue;
    }
    const specifier = bindings.elements.find(({ name }) => name.text === local);
    if (member === undefined && specifier !== undefined) {
      return { from, name: (specifier.propertyName ?? specifier.name).text };
    }
  }
  return undefined;
}

/** What a callee is called in the runtime, whatever the module calls it. */
export function runtimeName(file: ts.SourceFile, callee: ts.Expression): string | undefined {
  const imported = importedName(file, callee);
  return imported?.from === "@cmgen/runtime" ? imported.name : undefined;
}

/** What an expression stands for that is imported from another of the plugin's own modules. */
export function ownImport(
  file: ts.SourceFile,
  node: ts.Expression,
  { module }: LogicModule,
): Pick<ImportedModel, "module" | "name"> | undefined {
  const { from = "", name = "" } = importedName(file, node) ?? {};
  return from.startsWith(".") ? { module: ownModule(from, module), name } : undefined;
}

/** The module, relative to the plugin's root and without an extension, that a relative path in another one means. */
export function ownModule(from: string, importing: string): string {
  return posix.join(posix.dirname(importing), from).replace(/\.[cm]?[jt]s$/, "");
}
