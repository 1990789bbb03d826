import type { ts } from "ts-morph";

import { compareText } from "../../model/compare-text.js";
import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { hasFlags, partsOf, typeArgumentsOf } from "../types/parts.js";
import { resolveExpression } from "./static-value.js";

/** The function an argument is or names; `undefined` where it is not a function. */
export function functionOf(argument: ts.Expression, reader: Reader): ts.Node | undefined {
  const resolved = resolveExpression(argument, reader);
  if (compiler.isArrowFunction(resolved) || compiler.isFunctionExpression(resolved)) return resolved;
  if (compiler.isObjectLiteralExpression(resolved)) return undefined;
  const declarations = compiler.isIdentifier(resolved) ? (reader.symbols.of(resolved)?.declarations ?? []) : [];
  return declarations.find((declaration) => compiler.isFunctionDeclaration(declaration)) ?? resolved;
}

/**
 * The texts that an index function returns, sorted, where its type names them: an enumeration, or a union of literals. Sorted, because
 * the compiler's order depends on the rest of the program.
 */
export function returnedValues(reader: Reader, extract: ts.Node, multi: boolean): readonly string[] | undefined {
  const [signature, ...overloads] = reader.checker.getTypeAtLocation(extract).getCallSignatures();
  if (signature === undefined || overloads.length > 0) return undefined;
  const returned = presentParts(reader.checker.getReturnTypeOfSignature(signature));
  const values = multi ? returned.flatMap((type) => elementParts(reader, type)) : returned;
  const texts = values.flatMap((type) => (type.isStringLiteral() ? [type.value] : []));
  return texts.length === 0 || texts.length < values.length ? undefined : [...new Set(texts)].toSorted(compareText);
}

function presentParts(type: ts.Type): readonly ts.Type[] {
  return partsOf(type).filter((part) => !hasFlags(part, compiler.TypeFlags.Undefined | compiler.TypeFlags.Null));
}

/** What a list, a set or anything else that can be gone through holds: what its iterator is an iterator of. */
function elementParts(reader: Reader, type: ts.Type): readonly ts.Type[] {
  const iterator = type.getProperties().find(({ escapedName }) => String(escapedName).startsWith("__@iterator@"));
  const [signature] = iterator === undefined ? [] : reader.checker.getTypeOfSymbol(iterator).getCallSignatures();
  const [element] = signature === undefined ? [] : typeArgumentsOf(reader, signature.getReturnType());
  return element === undefined ? [type] : partsOf(element);
}

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
