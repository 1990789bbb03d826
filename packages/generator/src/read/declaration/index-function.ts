import type { ts } from "ts-morph";

import { compareText } from "../../model/compare-text.js";
import type { IndexModel, IndexValueType } from "../../model/model.js";
import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { hasFlags, partsOf, typeArgumentsOf } from "../types/parts.js";
import { resolveExpression } from "./static-value.js";

/** The function that a node is or names; the node itself where that is not known. */
export function functionOf(given: ts.Node, reader: Reader): ts.Node {
  if (!compiler.isExpression(given)) return given;
  const resolved = resolveExpression(given, reader);
  const declarations = compiler.isIdentifier(resolved) ? (reader.symbols.of(resolved)?.declarations ?? []) : [];
  return declarations.find((declaration) => compiler.isFunctionDeclaration(declaration)) ?? resolved;
}

/**
 * What an index function returns, as its type says: of which sort its values are, nothing where they are of several; and the texts among
 * which they are, sorted, where the type names them: an enumeration, or a union of literals. Sorted, because the compiler's order depends on the
 * rest of the program.
 */
export function returned(
  reader: Reader,
  extract: ts.Node,
  multi: boolean,
): Pick<IndexModel, "valueType" | "returnedValues"> {
  const signatures = reader.checker.getTypeAtLocation(extract).getCallSignatures();
  const types = signatures.flatMap((signature) => presentParts(reader.checker.getReturnTypeOfSignature(signature)));
  const values = multi ? types.flatMap((type) => elementParts(reader, type).flatMap(presentParts)) : types;
  const [valueType = "string", ...others] = new Set(values.map((type) => sortOf(reader, type)));
  if (others.length > 0 || valueType === "other") return {};
  const texts = values.flatMap((type) => (type.isStringLiteral() ? [type.value] : []));
  if (texts.length === 0 || texts.length < values.length || signatures.length > 1) return { valueType };
  return { valueType, returnedValues: [...new Set(texts)].toSorted(compareText) };
}

/** How an index keeps a value of a type. What the compiler knows nothing of is taken for a string, and looked at when it is there. */
function sortOf(reader: Reader, type: ts.Type): IndexValueType | "other" {
  const isA = (whole: ts.Type): boolean => reader.checker.isTypeAssignableTo(type, whole);
  if (isA(reader.checker.getStringType())) return "string";
  if (isA(reader.checker.getNumberType())) return "number";
  if (isA(reader.checker.getBooleanType())) return "boolean";
  return type.getSymbol()?.name === "Date" ? "timestamp" : "other";
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

/** The path into the object if that is all a function returns: `(person) => person.spec.tags ?? []`. */
export function returnedPath(extract: ts.Node): readonly string[] | undefined {
  const isWritten = compiler.isArrowFunction(extract) || compiler.isFunctionExpression(extract);
  if (!isWritten && !compiler.isMethodDeclaration(extract)) return undefined;
  const [parameter, ...others] = extract.parameters;
  const result = extract.body && returnedExpression(extract.body);
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
