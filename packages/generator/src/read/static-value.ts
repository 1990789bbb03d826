import type { ts } from "ts-morph";

import { compiler } from "./compiler.js";

/** How many constants may lead to one another: a bound, because two may refer to each other. */
const maxDepth = 20;

/**
 * Follows constants, casts and parentheses from an expression to the one that makes its value. Returns the expression itself
 * where it is no reference to a constant.
 */
export function resolveExpression(expression: ts.Expression, checker: ts.TypeChecker, depth = 0): ts.Expression {
  const bare = withoutCasts(expression);
  if (depth > maxDepth || !compiler.isIdentifier(bare)) return bare;
  const initializer = initializerOf(bare, checker);
  return initializer === undefined ? bare : resolveExpression(initializer, checker, depth + 1);
}

/** The string an expression is known to have without running it: literals, constants, templates and sums of them. */
export function staticString(expression: ts.Expression, checker: ts.TypeChecker, depth = 0): string | undefined {
  if (depth > maxDepth) return undefined;
  const resolved = resolveExpression(expression, checker);
  const inner = (part: ts.Expression): string | undefined => staticString(part, checker, depth + 1);
  if (compiler.isStringLiteralLike(resolved)) return resolved.text;
  if (compiler.isTemplateExpression(resolved)) return staticTemplate(resolved, inner);
  if (compiler.isBinaryExpression(resolved)) return staticSum(resolved, inner);
  if (compiler.isPropertyAccessExpression(resolved)) return staticMember(resolved, checker, depth);
  return undefined;
}

/** A boolean literal, or a constant that is one. */
export function staticBoolean(expression: ts.Expression, checker: ts.TypeChecker): boolean | undefined {
  const { kind } = resolveExpression(expression, checker);
  if (kind === compiler.SyntaxKind.TrueKeyword) return true;
  return kind === compiler.SyntaxKind.FalseKeyword ? false : undefined;
}

/** The declaration a name stands for, through imports. */
export function declarationOf(name: ts.Node, checker: ts.TypeChecker): ts.Declaration | undefined {
  const symbol = checker.getSymbolAtLocation(name);
  return symbol && resolveAlias(symbol, checker).valueDeclaration;
}

/** The symbol behind an import or re-export; the symbol itself where it is none. */
export function resolveAlias(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return symbol.flags & compiler.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

function withoutCasts(expression: ts.Expression): ts.Expression {
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

function initializerOf(name: ts.Identifier, checker: ts.TypeChecker): ts.Expression | undefined {
  const declaration = shorthandOrOwn(name, checker);
  if (declaration === undefined || !compiler.isVariableDeclaration(declaration)) return undefined;
  const isConst = (compiler.getCombinedNodeFlags(declaration) & compiler.NodeFlags.Const) !== 0;
  return isConst ? declaration.initializer : undefined;
}

/** `{ group }` names a property and a variable at once; the variable is meant. */
function shorthandOrOwn(name: ts.Identifier, checker: ts.TypeChecker): ts.Declaration | undefined {
  if (!compiler.isShorthandPropertyAssignment(name.parent)) return declarationOf(name, checker);
  const symbol = checker.getShorthandAssignmentValueSymbol(name.parent);
  return symbol && resolveAlias(symbol, checker).valueDeclaration;
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

/** `constants.name` of a constant object, or a member of an enum. */
function staticMember(access: ts.PropertyAccessExpression, checker: ts.TypeChecker, depth: number): string | undefined {
  const member = declarationOf(access.name, checker);
  if (member === undefined) return undefined;
  if (compiler.isEnumMember(member)) {
    const value = checker.getConstantValue(member);
    return typeof value === "string" ? value : undefined;
  }
  return compiler.isPropertyAssignment(member) ? staticString(member.initializer, checker, depth + 1) : undefined;
}
