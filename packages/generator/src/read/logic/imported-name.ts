import { posix } from "node:path";
import type { ts } from "ts-morph";

import type { ImportedModel, LogicModule } from "../../model/model.js";
import { compiler } from "../compiler.js";

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
  if (!from.startsWith(".")) return undefined;
  return { module: posix.join(posix.dirname(module), from).replace(/\.[cm]?[jt]s$/, ""), name };
}
