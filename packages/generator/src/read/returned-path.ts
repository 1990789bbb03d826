import type { ts } from "ts-morph";

import { compiler } from "./compiler.js";

/**
 * The path into the object if that is all a function returns: `(person) => person.spec.tags ?? []`. Most index functions are of this
 * form, and what the path holds has been read already: to ask the checker takes milliseconds a model.
 */
export function returnedPath(extract: ts.Node): readonly string[] | undefined {
  if (!compiler.isArrowFunction(extract) && !compiler.isFunctionExpression(extract)) return undefined;
  const [parameter, ...others] = extract.parameters;
  const result = returnedExpression(extract.body);
  return parameter === undefined || others.length > 0 || result === undefined
    ? undefined
    : pathTo(result, parameter.name);
}

function returnedExpression(body: ts.ConciseBody): ts.Expression | undefined {
  if (!compiler.isBlock(body)) return body;
  const [only, ...others] = body.statements;
  return only !== undefined && others.length === 0 && compiler.isReturnStatement(only) ? only.expression : undefined;
}

function pathTo(expression: ts.Expression, parameter: ts.BindingName): readonly string[] | undefined {
  if (compiler.isParenthesizedExpression(expression) || compiler.isNonNullExpression(expression))
    return pathTo(expression.expression, parameter);
  if (compiler.isBinaryExpression(expression)) {
    const { operatorToken, left, right } = expression;
    const isDefault = operatorToken.kind === compiler.SyntaxKind.QuestionQuestionToken && isNothing(right);
    return isDefault ? pathTo(left, parameter) : undefined;
  }
  if (compiler.isPropertyAccessExpression(expression)) {
    const path = pathTo(expression.expression, parameter);
    return path && [...path, expression.name.text];
  }
  return compiler.isIdentifier(expression) ? boundPath(expression.text, parameter) : undefined;
}

/** What adds no value: `null`, `undefined` and `[]`. */
function isNothing(node: ts.Expression): boolean {
  if (compiler.isArrayLiteralExpression(node)) return node.elements.length === 0;
  if (compiler.isIdentifier(node)) return node.text === "undefined";
  return node.kind === compiler.SyntaxKind.NullKeyword;
}

/** Where a name of the parameter, `person` or `{ spec }`, leads to. */
function boundPath(name: string, parameter: ts.BindingName): readonly string[] | undefined {
  if (compiler.isIdentifier(parameter)) return parameter.text === name ? [] : undefined;
  if (compiler.isArrayBindingPattern(parameter)) return undefined;
  for (const { name: bound, propertyName, initializer, dotDotDotToken } of parameter.elements) {
    if (initializer !== undefined || dotDotDotToken !== undefined) continue;
    const inner = boundPath(name, bound);
    const property = propertyName ?? bound;
    if (inner !== undefined) return compiler.isIdentifier(property) ? [property.text, ...inner] : undefined;
  }
  return undefined;
}
