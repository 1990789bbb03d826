import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";

/**
 * How a type is written: a type node, or the declaration of an interface. It only says what the checker forgets (names of aliases,
 * comments, order, positions); which values a type has is never taken from it.
 */
export interface Spelling {
  readonly node: ts.Node;
  readonly scope: Scope;
}

/** How the type parameters named in a spelling are written where they are given. */
export type Scope = ReadonlyMap<ts.Symbol, Spelling>;

export const noScope: Scope = new Map();

export type GenericDeclaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.ClassDeclaration;
export type ReferenceNode = ts.TypeReferenceNode | ts.ExpressionWithTypeArguments | ts.ImportTypeNode;

export function isReferenceNode(node: ts.Node): node is ReferenceNode {
  return (
    compiler.isTypeReferenceNode(node) ||
    compiler.isExpressionWithTypeArguments(node) ||
    (compiler.isImportTypeNode(node) && !node.isTypeOf)
  );
}

/** Another node of the same scope. */
export function inScope({ scope }: Spelling, node: ts.Node): Spelling {
  return { node, scope };
}

/** What a reference stands for. */
export function symbolOf(reader: Reader, node: ReferenceNode): ts.Symbol | undefined {
  if (compiler.isTypeReferenceNode(node)) return reader.symbols.of(node.typeName);
  return reader.symbols.of(compiler.isImportTypeNode(node) ? node : node.expression);
}

/** The spelling without parentheses, `readonly`, and type parameters that stand for another spelling. */
export function resolvedSpelling(reader: Reader, spelling: Spelling): Spelling {
  const { node, scope } = spelling;
  if (compiler.isParenthesizedTypeNode(node)) return resolvedSpelling(reader, inScope(spelling, node.type));
  if (scope.size === 0 || !compiler.isTypeReferenceNode(node)) return spelling;
  const symbol = reader.checker.getSymbolAtLocation(node.typeName);
  const bound = symbol && scope.get(symbol);
  return bound === undefined ? spelling : resolvedSpelling(reader, bound);
}

/** What the alias that a spelling refers to stands for. */
export function aliasBody(reader: Reader, reference: Spelling): Spelling | undefined {
  const symbol = isReferenceNode(reference.node) ? symbolOf(reader, reference.node) : undefined;
  const alias = symbol?.declarations?.find((declaration) => compiler.isTypeAliasDeclaration(declaration));
  return alias && { node: alias.type, scope: boundScope(reader, reference, alias) };
}

/** What the type parameters of a declaration are given by a reference to it. */
export function boundScope(reader: Reader, reference: Spelling, declaration: ts.Node): Scope {
  const parameters = isGeneric(declaration) ? (declaration.typeParameters ?? []) : [];
  if (parameters.length === 0) return noScope;
  const given = isReferenceNode(reference.node) ? (reference.node.typeArguments ?? []) : [];
  const scope = new Map<ts.Symbol, Spelling>();
  for (const [position, parameter] of parameters.entries()) {
    const symbol = reader.checker.getSymbolAtLocation(parameter.name);
    const argument = given[position];
    if (symbol === undefined) continue;
    if (argument !== undefined) scope.set(symbol, inScope(reference, argument));
    else if (parameter.default !== undefined) scope.set(symbol, { node: parameter.default, scope });
  }
  return scope;
}

export function isGeneric(node: ts.Node): node is GenericDeclaration {
  return (
    compiler.isInterfaceDeclaration(node) || compiler.isTypeAliasDeclaration(node) || compiler.isClassDeclaration(node)
  );
}

/** Scopes of generic declarations by the declaration; `undefined` where it is referred to with different arguments. */
type Scopes = Map<ts.Node, Scope | undefined>;

/**
 * The scope in which a node of a declaration is to be read, given the spelling that led to the declaration. A generic declaration
 * that the spelling refers to twice has none: nobody can tell which reference is meant.
 */
export function scopeAt(reader: Reader, node: ts.Node, spelling: Spelling | undefined): Scope {
  const declaration = compiler.findAncestor(node, isGeneric);
  if (spelling === undefined || declaration?.typeParameters === undefined) return noScope;
  const scopes: Scopes = new Map();
  collectScopes(reader, spelling, scopes);
  return scopes.get(declaration) ?? noScope;
}

function collectScopes(reader: Reader, spelling: Spelling, scopes: Scopes): void {
  const resolved = resolvedSpelling(reader, spelling);
  const { node, scope } = resolved;
  const enclosing = compiler.findAncestor(node, isGeneric);
  if (enclosing !== undefined && !scopes.has(enclosing)) scopes.set(enclosing, scope);
  if (isReferenceNode(node)) collectReference(reader, { node, scope }, scopes);
  for (const base of heritageOf(node)) collectScopes(reader, inScope(resolved, base), scopes);
  // Members of objects and functions are spelled on their own.
  if (isReferenceNode(node) || isGeneric(node) || compiler.isTypeLiteralNode(node) || compiler.isFunctionTypeNode(node))
    return;
  compiler.forEachChild(node, (child) => {
    if (compiler.isTypeNode(child)) collectScopes(reader, inScope(resolved, child), scopes);
  });
}

function collectReference(reader: Reader, reference: Spelling & { node: ReferenceNode }, scopes: Scopes): void {
  for (const declaration of symbolOf(reader, reference.node)?.declarations ?? []) {
    if (!isGeneric(declaration)) continue;
    const scope = boundScope(reader, reference, declaration);
    if (scopes.has(declaration)) {
      if (scope.size > 0) scopes.set(declaration, undefined);
      continue;
    }
    scopes.set(declaration, scope);
    if (compiler.isTypeAliasDeclaration(declaration)) collectScopes(reader, { node: declaration.type, scope }, scopes);
    else for (const base of heritageOf(declaration)) collectScopes(reader, { node: base, scope }, scopes);
  }
  for (const argument of reference.node.typeArguments ?? [])
    collectScopes(reader, inScope(reference, argument), scopes);
}

/** What an interface is written to extend. */
export function heritageOf(declaration: ts.Node): readonly ts.ExpressionWithTypeArguments[] {
  const isClass = compiler.isInterfaceDeclaration(declaration) || compiler.isClassDeclaration(declaration);
  return isClass ? (declaration.heritageClauses ?? []).flatMap((clause) => clause.types) : [];
}
