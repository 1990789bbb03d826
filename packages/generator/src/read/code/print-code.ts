import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";

/** Says what takes the place of a node, such as a name that is declared elsewhere; `undefined` where the node stands for itself. */
export type Replace = (node: ts.Node) => string | undefined;

/**
 * What a piece of code does, as text: its syntax tree without types, comments and parentheses. Quotes, spaces, line breaks and semicolons
 * do not change it.
 */
export function printCode(root: ts.Node, replace: Replace): string {
  const parts: string[] = [];
  const print = (node: ts.Node): void => {
    const inner = innerOf(node);
    if (inner !== undefined) return print(inner);
    const replaced = replace(node);
    if (replaced === undefined && isErased(node, root)) return;
    // What a name leads to says more than the name. What a call loads is known beside what is called.
    const isName = replaced !== undefined && !compiler.isCallExpression(node);
    const own = compiler.isShorthandPropertyAssignment(node) ? node.name.text : "";
    if (isName) return void parts.push(`(${own}${replaced})`);
    parts.push("(", compiler.SyntaxKind[node.kind], ...factsOf(node), replaced ?? "");
    compiler.forEachChild(node, print);
    parts.push(")");
  };
  print(root);
  return parts.join("");
}

/** The expression in parentheses, or in what only the compiler reads. */
function innerOf(node: ts.Node): ts.Expression | undefined {
  const isWrapped =
    compiler.isParenthesizedExpression(node) ||
    compiler.isAsExpression(node) ||
    compiler.isSatisfiesExpression(node) ||
    compiler.isNonNullExpression(node) ||
    compiler.isTypeAssertionExpression(node) ||
    compiler.isExpressionWithTypeArguments(node);
  return isWrapped ? node.expression : undefined;
}

/** Whether nothing of a node is there when the code runs. */
function isErased(node: ts.Node, root: ts.Node): boolean {
  const { kind, parent } = node;
  if (compiler.isTypeNode(node) || erased.has(kind) || isAmbient(node)) return true;
  if (compiler.isHeritageClause(node)) return node.token === compiler.SyntaxKind.ImplementsKeyword;
  if (compiler.isParameter(node)) return compiler.isIdentifier(node.name) && node.name.text === "this";
  if (compiler.isFunctionLike(node)) return "body" in node && node.body === undefined;
  // Whether others may import it changes nothing in what it does.
  return parent === root && (kind === compiler.SyntaxKind.ExportKeyword || kind === compiler.SyntaxKind.DefaultKeyword);
}

/** Whether it only says that something is there. */
export function isAmbient(node: ts.Node): boolean {
  const { AbstractKeyword, DeclareKeyword } = compiler.SyntaxKind;
  const modifiers = compiler.canHaveModifiers(node) ? (node.modifiers ?? []) : [];
  const isMember = compiler.isPropertyDeclaration(node);
  return modifiers.some(({ kind }) => kind === DeclareKeyword || (isMember && kind === AbstractKeyword));
}

const { SyntaxKind } = compiler;

const erased: ReadonlySet<ts.SyntaxKind> = new Set([
  SyntaxKind.InterfaceDeclaration,
  SyntaxKind.TypeAliasDeclaration,
  SyntaxKind.TypeParameter,
  SyntaxKind.IndexSignature,
  SyntaxKind.ImportDeclaration,
  SyntaxKind.ExportDeclaration,
  SyntaxKind.NamespaceExportDeclaration,
  SyntaxKind.EndOfFileToken,
  SyntaxKind.QuestionToken,
  SyntaxKind.ColonToken,
  SyntaxKind.ExclamationToken,
  SyntaxKind.AbstractKeyword,
  SyntaxKind.OverrideKeyword,
  SyntaxKind.PrivateKeyword,
  SyntaxKind.ProtectedKeyword,
  SyntaxKind.PublicKeyword,
  SyntaxKind.ReadonlyKeyword,
]);

/** What a node's children do not say of it. */
function factsOf(node: ts.Node): readonly string[] {
  const facts = valuesOf(node);
  return facts.length === 0 ? [] : [JSON.stringify(facts)];
}

type Fact = string | number | boolean;

function valuesOf(node: ts.Node): readonly Fact[] {
  if (compiler.isIdentifier(node) || compiler.isPrivateIdentifier(node) || compiler.isJsxText(node)) return [node.text];
  if (compiler.isLiteralExpression(node) || compiler.isTemplateMiddleOrTemplateTail(node)) return [node.text];
  if (compiler.isTemplateHead(node)) return [node.text];
  if (compiler.isTaggedTemplateExpression(node)) return [node.template.getText().replaceAll("\r\n", "\n")];
  if (compiler.isVariableDeclarationList(node)) return [node.flags & compiler.NodeFlags.BlockScoped];
  if (compiler.isPrefixUnaryExpression(node) || compiler.isPostfixUnaryExpression(node)) {
    return [compiler.tokenToString(node.operator) ?? ""];
  }
  if (compiler.isMetaProperty(node)) return [compiler.tokenToString(node.keywordToken) ?? ""];
  if (compiler.isForStatement(node)) return [node.initializer, node.condition, node.incrementor].map(isThere);
  if (compiler.isBindingElement(node)) return [node.propertyName, node.initializer].map(isThere);
  if (compiler.isParameter(node)) return compiler.isParameterPropertyDeclaration(node, node.parent) ? ["property"] : [];
  // `(a?.b).c` fails where `a?.b.c` does not.
  return (node.flags & compiler.NodeFlags.OptionalChain) === 0 ? [] : ["?."];
}

function isThere(node: ts.Node | undefined): boolean {
  return node !== undefined;
}
