import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";

/** What tells what names in a spelling stand for. */
type Names = Pick<Reader, "checker" | "symbols">;

/** How the type parameters named in a spelling are written where they are given. */
type Scope = ReadonlyMap<ts.Symbol, Spelling>;

/**
 * How a type is written: a type node, or the declaration of an interface. It only says what the checker forgets (names of aliases,
 * comments, order, positions); which values a type has is never taken from it.
 */
export class Spelling {
  readonly reader: Names;
  readonly node: ts.Node;
  readonly scope: Scope;

  constructor(reader: Names, node: ts.Node, scope: Scope = new Map()) {
    this.reader = reader;
    this.node = node;
    this.scope = scope;
  }

  /** Another node of the same scope. */
  at(node: ts.Node): Spelling {
    return new Spelling(this.reader, node, this.scope);
  }

  /** The nodes right inside of this one. */
  children(): readonly Spelling[] {
    const children: Spelling[] = [];
    compiler.forEachChild(this.node, (child) => void children.push(this.at(child)));
    return children;
  }

  /** The spelling without parentheses, and without type parameters that stand for another one. */
  resolved(): Spelling {
    const { node, scope } = this;
    if (compiler.isParenthesizedTypeNode(node)) return this.at(node.type).resolved();
    if (scope.size === 0 || !compiler.isTypeReferenceNode(node)) return this;
    const symbol = this.reader.checker.getSymbolAtLocation(node.typeName);
    return (symbol && scope.get(symbol))?.resolved() ?? this;
  }

  /** What a reference stands for; nothing where this is none, or leads nowhere. */
  symbol(): ts.Symbol | undefined {
    return symbolOf(this.reader, this.node);
  }

  /** What a reference gives for type parameters. */
  given(): readonly Spelling[] {
    return isReferenceNode(this.node) ? (this.node.typeArguments ?? []).map((node) => this.at(node)) : [];
  }

  /** What the alias that this refers to stands for. */
  aliasBody(): Spelling | undefined {
    const alias = aliasOf(this.symbol());
    return alias && this.bodyOf(alias);
  }

  /** How a declaration that this refers to is written: an alias by what it stands for. */
  bodyOf(declaration: ts.Node): Spelling {
    const parameters = isGeneric(declaration) ? (declaration.typeParameters ?? []) : [];
    const given = this.given();
    const scope = new Map<ts.Symbol, Spelling>();
    for (const [position, parameter] of parameters.entries()) {
      const symbol = this.reader.checker.getSymbolAtLocation(parameter.name);
      const byDefault = parameter.default && new Spelling(this.reader, parameter.default, scope);
      const argument = given[position] ?? byDefault;
      if (symbol !== undefined && argument !== undefined) scope.set(symbol, argument);
    }
    return new Spelling(this.reader, bodyNode(declaration), scope);
  }

  /**
   * How a node is written that stands in a declaration to which this leads. Of a generic declaration to which this refers twice nobody
   * can tell what its parameters stand for.
   */
  leadingTo(node: ts.Node): Spelling {
    const declaration = compiler.findAncestor(node, isGeneric);
    const scopes: Scopes = new Map();
    if (declaration?.typeParameters !== undefined) collectScopes(this, scopes);
    return new Spelling(this.reader, node, declaration && scopes.get(declaration));
  }
}

type ReferenceNode = ts.TypeReferenceNode | ts.ExpressionWithTypeArguments | ts.ImportTypeNode;

export function isReferenceNode(node: ts.Node): node is ReferenceNode {
  const isImport = compiler.isImportTypeNode(node) && !node.isTypeOf;
  return isImport || compiler.isTypeReferenceNode(node) || compiler.isExpressionWithTypeArguments(node);
}

/** What a node stands for that is a reference; nothing for another one, and where it leads nowhere. */
export function symbolOf({ symbols }: Names, node: ts.Node): ts.Symbol | undefined {
  if (!isReferenceNode(node)) return undefined;
  if (compiler.isTypeReferenceNode(node)) return symbols.of(node.typeName);
  return symbols.of(compiler.isImportTypeNode(node) ? node : node.expression);
}

export function aliasOf(symbol: ts.Symbol | undefined): ts.TypeAliasDeclaration | undefined {
  return symbol?.declarations?.find((declaration) => compiler.isTypeAliasDeclaration(declaration));
}

/** Where it is written what a declaration stands for. */
export function bodyNode(declaration: ts.Node): ts.Node {
  return compiler.isTypeAliasDeclaration(declaration) ? declaration.type : declaration;
}

/** What an interface is written to extend. */
export function heritageOf(declaration: ts.Node): readonly ts.ExpressionWithTypeArguments[] {
  const isClass = compiler.isInterfaceDeclaration(declaration) || compiler.isClassDeclaration(declaration);
  return isClass ? (declaration.heritageClauses ?? []).flatMap((clause) => clause.types) : [];
}

function isGeneric(node: ts.Node): node is ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.ClassDeclaration {
  return (
    compiler.isInterfaceDeclaration(node) || compiler.isTypeAliasDeclaration(node) || compiler.isClassDeclaration(node)
  );
}

/** Scopes of generic declarations by the declaration; `undefined` where it is referred to with different arguments. */
type Scopes = Map<ts.Node, Scope | undefined>;

function collectScopes(spelling: Spelling, scopes: Scopes): void {
  const resolved = spelling.resolved();
  const { node, scope } = resolved;
  const enclosing = compiler.findAncestor(node, isGeneric);
  if (enclosing !== undefined && !scopes.has(enclosing)) scopes.set(enclosing, scope);
  if (isReferenceNode(node)) return collectReference(resolved, scopes);
  for (const base of heritageOf(node)) collectScopes(resolved.at(base), scopes);
  // Members of objects and functions are spelled on their own.
  if (isGeneric(node) || compiler.isTypeLiteralNode(node) || compiler.isFunctionTypeNode(node)) return;
  for (const child of resolved.children()) if (compiler.isTypeNode(child.node)) collectScopes(child, scopes);
}

function collectReference(reference: Spelling, scopes: Scopes): void {
  for (const declaration of reference.symbol()?.declarations ?? []) {
    if (!isGeneric(declaration)) continue;
    const body = reference.bodyOf(declaration);
    if (!scopes.has(declaration)) {
      scopes.set(declaration, body.scope);
      collectScopes(body, scopes);
    } else if (body.scope.size > 0) scopes.set(declaration, undefined);
  }
  for (const argument of reference.given()) collectScopes(argument, scopes);
}
