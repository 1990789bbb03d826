import { posix } from "node:path";
import type { ts } from "ts-morph";

import type { HooksModule, ImportedModel, LogicModule } from "../model/model.js";
import { compiler } from "./compiler.js";
import { defaultExportOf, isCallOf, reportForgotten } from "./logic-exports.js";
import type { Reader } from "./reader.js";

/** Reads a module of `src/hooks`; nothing where it brings no hooks. */
export function readHooks(
  reader: Pick<Reader, "report" | "files">,
  file: ts.SourceFile,
  module: LogicModule,
): HooksModule | undefined {
  const exported = defaultExportOf(file);
  if (exported === undefined) {
    reportForgotten(reader, file, "defineHooks");
    return undefined;
  }
  const property = modelProperty(exported);
  const imported = property && importOf(file, property);
  if (property === undefined || imported === undefined) return module;
  const from = posix.join(posix.dirname(module.module), imported.from).replace(/\.[cm]?[jt]s$/, "");
  return { ...module, model: { module: from, name: imported.name, span: reader.files.spanOf(property) } };
}

/** What `defineHooks({ model: … })` is given as its model. */
function modelProperty(node: ts.Node): ts.Expression | undefined {
  if (!isCallOf(node, "defineHooks")) return undefined;
  const [argument] = node.arguments;
  if (argument === undefined || !compiler.isObjectLiteralExpression(argument)) return undefined;
  const property = argument.properties.find((candidate) => candidate.name?.getText() === "model");
  if (property === undefined) return undefined;
  if (compiler.isShorthandPropertyAssignment(property)) return property.name;
  return compiler.isPropertyAssignment(property) ? property.initializer : undefined;
}

interface Imported extends Pick<ImportedModel, "name"> {
  /** As it is written. */
  readonly from: string;
}

/** Where a name comes from that the file imports, on its own or as `models.personModel`. */
function importOf(file: ts.SourceFile, node: ts.Expression): Imported | undefined {
  const isMember = compiler.isPropertyAccessExpression(node);
  const local = isMember ? node.expression : node;
  if (!compiler.isIdentifier(local)) return undefined;
  for (const statement of file.statements) {
    if (!compiler.isImportDeclaration(statement) || !compiler.isStringLiteral(statement.moduleSpecifier)) continue;
    const from = statement.moduleSpecifier.text;
    const name = isMember ? memberOf(statement, local, node.name.text) : exportedName(statement, local);
    if (name !== undefined && from.startsWith(".")) return { from, name };
  }
  return undefined;
}

function exportedName({ importClause }: ts.ImportDeclaration, local: ts.Identifier): string | undefined {
  const bindings = importClause?.namedBindings;
  if (bindings === undefined || !compiler.isNamedImports(bindings)) return undefined;
  const specifier = bindings.elements.find(({ name }) => name.text === local.text);
  return specifier && (specifier.propertyName ?? specifier.name).text;
}

function memberOf({ importClause }: ts.ImportDeclaration, local: ts.Identifier, member: string): string | undefined {
  const bindings = importClause?.namedBindings;
  const isNamespace = bindings !== undefined && compiler.isNamespaceImport(bindings);
  return isNamespace && bindings.name.text === local.text ? member : undefined;
}
