import { posix } from "node:path";
import type { ts } from "ts-morph";

import type { HooksModule, ImportedModel, LogicModule } from "../model/model.js";
import { compiler } from "./compiler.js";
import { isNamed, logicOf, settingsOf } from "./logic-exports.js";
import type { Reader } from "./reader.js";

/** Reads a module of `src/hooks`; nothing where it brings no hooks. */
export function readHooks(
  reader: Pick<Reader, "report" | "files">,
  file: ts.SourceFile,
  module: LogicModule,
): HooksModule | undefined {
  const exported = logicOf(reader, file, "defineHooks");
  if (exported === undefined) return undefined;
  const model = modelOf(exported);
  const imported = model && importOf(file, model);
  if (model === undefined || imported === undefined) return module;
  const from = posix.join(posix.dirname(module.module), imported.from).replace(/\.[cm]?[jt]s$/, "");
  return { ...module, model: { module: from, name: imported.name, span: reader.files.spanOf(model) } };
}

/** What `defineHooks({ model: … })` is given as its model. */
function modelOf(node: ts.Node): ts.Expression | undefined {
  const member = settingsOf(node, "defineHooks")?.find((candidate) => isNamed(candidate, "model"));
  if (member !== undefined && compiler.isShorthandPropertyAssignment(member)) return member.name;
  return member !== undefined && compiler.isPropertyAssignment(member) ? member.initializer : undefined;
}

interface Imported extends Pick<ImportedModel, "name"> {
  /** As it is written. */
  readonly from: string;
}

/** Which file of the plugin a name is imported from, on its own or as `models.personModel`. */
export function importOf(file: ts.SourceFile, node: ts.Expression): Imported | undefined {
  const member = compiler.isPropertyAccessExpression(node) ? node.name.text : undefined;
  const local = (compiler.isPropertyAccessExpression(node) ? node.expression : node).getText();
  for (const statement of file.statements) {
    if (!compiler.isImportDeclaration(statement) || !compiler.isStringLiteral(statement.moduleSpecifier)) continue;
    const from = statement.moduleSpecifier.text;
    const bindings = statement.importClause?.namedBindings;
    if (bindings === undefined || !from.startsWith(".")) continue;
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
