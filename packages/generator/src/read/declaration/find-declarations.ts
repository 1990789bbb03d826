import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { resolveExpression } from "./static-value.js";

/** A call of `defineModel`, with what it is given. */
export interface DeclarationCall {
  readonly file: ts.SourceFile;
  readonly call: ts.CallExpression;
  readonly isDefaultExport: boolean;
}

type Finder = Pick<Reader, "checker" | "symbols" | "report">;

/** The calls of `defineModel` at the top of a module: what it exports by default, and what should have been. */
export function findDeclarations(finder: Finder, file: ts.SourceFile): DeclarationCall[] {
  const found = new Map<ts.CallExpression, boolean>();
  const exported = exportedCall(finder, file);
  for (const statement of file.statements) {
    const isDefaultExport = compiler.isExportAssignment(statement) && statement.isExportEquals !== true;
    for (const expression of expressionsOf(statement)) {
      const call = isDefaultExport ? resolveExpression(expression, finder) : expression;
      if (!compiler.isCallExpression(call)) continue;
      if (isCallOf(finder, call, "defineModel")) {
        found.set(call, isDefaultExport || call === exported || found.get(call) === true);
      } else reportLost(finder, call);
    }
  }
  return Array.from(found, ([call, isDefaultExport]) => ({ file, call, isDefaultExport }));
}

/** The call whose value a module exports by default under a name: `export { model as default }`. */
function exportedCall(finder: Finder, file: ts.SourceFile): ts.Expression | undefined {
  const declaration = finder.symbols.exported(file, "default")?.declarations?.[0];
  const isVariable = declaration !== undefined && compiler.isVariableDeclaration(declaration);
  return isVariable && declaration.initializer ? resolveExpression(declaration.initializer, finder) : undefined;
}

function expressionsOf(statement: ts.Statement): ts.Expression[] {
  const isExpression = compiler.isExportAssignment(statement) || compiler.isExpressionStatement(statement);
  if (isExpression) return [statement.expression];
  if (!compiler.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap(({ initializer }) => initializer ?? []);
}

/** Whether a call calls the function of that name in @cmgen/model, under whatever local name. */
export function isCallOf(finder: Finder, call: ts.CallExpression, name: string): boolean {
  const { expression } = call;
  if (!compiler.isIdentifier(expression) && !compiler.isPropertyAccessExpression(expression)) return false;
  const symbol = finder.symbols.of(expression);
  return symbol !== undefined && finder.symbols.isVocabulary(symbol, name);
}

/** A call of `defineModel` that leads nowhere would be passed over in silence. */
function reportLost(finder: Finder, { expression }: ts.CallExpression): void {
  if (!compiler.isIdentifier(expression) || expression.text !== "defineModel") return;
  const isFound = finder.symbols.of(expression) !== undefined;
  if (!isFound) finder.report("CM1013", expression, { name: expression.text });
}
