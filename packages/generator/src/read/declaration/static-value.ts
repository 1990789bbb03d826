import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";

/** What tells the constants that expressions refer to. */
export type Constants = Pick<Reader, "checker" | "symbols">;

/** How many constants may lead to one another: a bound, because two may refer to each other. */
const maxDepth = 20;

/**
 * Follows constants, casts and parentheses from an expression to the one that makes its value. Returns the expression itself
 * where it is no reference to a constant.
 */
export function resolveExpression(expression: ts.Expression, constants: Constants, depth = 0): ts.Expression {
  const bare = withoutCasts(expression);
  if (depth > maxDepth || !compiler.isIdentifier(bare)) return bare;
  const initializer = initializerOf(bare, constants);
  return initializer === undefined ? bare : resolveExpression(initializer, constants, depth + 1);
}

/** The string an expression is known to have without running it: literals, constants, templates and sums of them. */
export function staticString(expression: ts.Expression, constants: Constants, depth = 0): string | undefined {
  if (depth > maxDepth) return undefined;
  const resolved = resolveExpression(expression, constants);
  const inner = (part: ts.Expression): string | undefined => staticString(part, constants, depth + 1);
  if (compiler.isStringLiteralLike(resolved)) return resolved.text;
  if (compiler.isTemplateExpression(resolved)) return staticTemplate(resolved, inner);
  if (compiler.isBinaryExpression(resolved)) return staticSum(resolved, inner);
  if (compiler.isPropertyAccessExpression(resolved)) return staticMember(resolved, constants, depth);
  return undefined;
}

/** A boolean literal, or a constant that is one. */
export function staticBoolean(expression: ts.Expression, constants: Constants): boolean | undefined {
  const { kind } = resolveExpression(expression, constants);
  if (kind === compiler.SyntaxKind.TrueKeyword) return true;
  return kind === compiler.SyntaxKind.FalseKeyword ? false : undefined;
}

/** A number literal, or a constant that is one. */
export function staticNumber(expression: ts.Expression, constants: Constants): number | undefined {
  const resolved = resolveExpression(expression, constants);
  return compiler.isNumericLiteral(resolved) ? Number(resolved.text) : undefined;
}

/** An expression without what only the compiler reads: casts, `satisfies`, `!` and parentheses. */
export function withoutCasts(expression: ts.Expression): ts.Expression {
  let bare = expression;
  while (
    compiler.isAsExpression(bare) ||
    compiler.isSatisfiesExpression(bare) ||
    compiler.isParenthesizedExpression(bare) ||
    compiler.isNonNullExpression(bare)
  ) {
    bare = bare.expression;
  }
  return bare;
}

function initializerOf(name: ts.Identifier, constants: Constants): ts.Expression | undefined {
  const declaration = constants.symbols
    .of(name)
    ?.declarations?.find((candidate) => compiler.isVariableDeclaration(candidate));
  return declaration && constantValue(declaration);
}

function constantValue(declaration: ts.VariableDeclaration): ts.Expression | undefined {
  const isConst = (compiler.getCombinedNodeFlags(declaration) & compiler.NodeFlags.Const) !== 0;
  return isConst ? declaration.initializer : undefined;
}

type Inner = (part: ts.Expression) => string | undefined;

function staticTemplate(template: ts.TemplateExpression, inner: Inner): string | undefined {
  let text = template.head.text;
  for (const span of template.templateSpans) {
    const value = inner(span.expression);
    if (value === undefined) return undefined;
    text += value + span.literal.text;
  }
  return text;
}

function staticSum(sum: ts.BinaryExpression, inner: Inner): string | undefined {
  if (sum.operatorToken.kind !== compiler.SyntaxKind.PlusToken) return undefined;
  const [left, right] = [inner(sum.left), inner(sum.right)];
  return left === undefined || right === undefined ? undefined : left + right;
}

/** `constants.name` of a constant object, a member of an enum, or a constant of a module imported as a whole. */
function staticMember(access: ts.PropertyAccessExpression, constants: Constants, depth: number): string | undefined {
  const declaration = constants.symbols.of(access)?.declarations?.[0];
  if (declaration !== undefined && compiler.isEnumMember(declaration)) {
    const value = constants.checker.getConstantValue(declaration);
    return typeof value === "string" ? value : undefined;
  }
  const isVariable = declaration !== undefined && compiler.isVariableDeclaration(declaration);
  const initializer = isVariable
    ? constantValue(declaration)
    : memberOf(resolveExpression(access.expression, constants), access.name.text);
  return initializer && staticString(initializer, constants, depth + 1);
}

function memberOf(object: ts.Expression, name: string): ts.Expression | undefined {
  if (!compiler.isObjectLiteralExpression(object)) return undefined;
  const property = object.properties.find(
    (candidate) => candidate.name !== undefined && candidate.name.getText() === name,
  );
  return property !== undefined && compiler.isPropertyAssignment(property) ? property.initializer : undefined;
}
