import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { instantiated, type Replacement } from "./instantiated.js";
import { definiteParts, hasFlags } from "./parts.js";

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
  #type: ts.Type | undefined;

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

  /**
   * The type that is written, where type parameters are what the scope gives for them. Nothing for a declaration, and for conditions on what
   * is given, and lists of it: those that the checker itself has not come to may have no end.
   */
  type(): ts.Type | undefined {
    const { node, scope, reader } = this;
    if (!compiler.isTypeNode(node)) return undefined;
    const generic = reader.checker.getTypeFromTypeNode(node);
    if (scope.size === 0) return generic;
    if (hasFlags(generic, compiler.TypeFlags.Conditional) || isVariadic(reader, generic)) return undefined;
    this.#type ??= instantiated(reader.checker, generic, [...scope].flatMap(replacement));
    return this.#type;
  }

  /**
   * Those of `types` that this stands for, `undefined` aside; nothing where it stands for others as well. What is found may be trusted:
   * what the spelling says is said of exactly these types.
   */
  denoted(types: readonly ts.Type[]): readonly ts.Type[] {
    const { node } = this;
    if (!compiler.isTypeNode(node)) {
      const made = types.filter((type) => type.getSymbol()?.declarations?.some((declaration) => declaration === node));
      return made.length === 1 ? made : [];
    }
    const type = this.type();
    const parts = type === undefined ? [] : definiteParts(type);
    return parts.every((part) => types.includes(part)) ? parts : [];
  }

  /** Whether this stands for all of a type. */
  denotes(type: ts.Type): boolean {
    const parts = definiteParts(type);
    return parts.length > 0 && this.resolved().denoted(parts).length === parts.length;
  }

  /** What a reference stands for; nothing where this is none, or leads nowhere. */
  symbol(): ts.Symbol | undefined {
    return symbolOf(this.reader, this.node);
  }

  /** The name of the standard library that this refers to. */
  libraryName(): string | undefined {
    const symbol = this.symbol();
    return symbol !== undefined && this.reader.symbols.isOfLibrary(symbol) ? symbol.name : undefined;
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
      const byDefault = parameter.default && new Spelling(this.reader, parameter.default, new Map(scope));
      const argument = given[position] ?? byDefault;
      if (symbol !== undefined && argument !== undefined) scope.set(symbol, argument);
    }
    return new Spelling(this.reader, bodyNode(declaration), scope);
  }

  /** This, and what it leads to by `next`, each node once. Default: the nodes in it, and what the aliases among them stand for. */
  *reached(
    next: (spelling: Spelling) => readonly Spelling[] = insides,
    seen: Set<ts.Node> = new Set(),
  ): Generator<Spelling> {
    const spelling = this.resolved();
    if (seen.has(spelling.node)) return;
    seen.add(spelling.node);
    yield spelling;
    for (const inner of next(spelling)) yield* inner.reached(next, seen);
  }

  /**
   * How a node is written that stands in a declaration to which this leads. Of a generic declaration to which this refers twice nobody
   * can tell what its parameters stand for.
   */
  leadingTo(node: ts.Node): Spelling {
    const declaration = compiler.findAncestor(node, isGeneric);
    if (declaration?.typeParameters === undefined) return new Spelling(this.reader, node);
    const scopes: Scope[] = [];
    const start = this.resolved();
    if (compiler.findAncestor(start.node, isGeneric) === declaration) return start.at(node);
    for (const spelling of start.reached(makings)) {
      if (spelling.symbol()?.declarations?.includes(declaration) === true)
        scopes.push(spelling.bodyOf(declaration).scope);
    }
    const [scope, ...others] = scopes;
    return new Spelling(this.reader, node, others.length === 0 ? scope : undefined);
  }
}

/** Whether a type is a tuple that takes in another one: `[...T, string]`. */
function isVariadic({ checker }: Names, type: ts.Type): boolean {
  return (
    checker.isTupleType(type) &&
    ((type as ts.TupleTypeReference).target.combinedFlags & compiler.ElementFlags.Variadic) !== 0
  );
}

function replacement([parameter, spelling]: readonly [ts.Symbol, Spelling]): readonly Replacement[] {
  const type = spelling.type();
  return type === undefined ? [] : [[parameter, type]];
}

function insides(spelling: Spelling): readonly Spelling[] {
  const body = spelling.aliasBody();
  return body === undefined ? spelling.children() : [body, ...spelling.children()];
}

/** What makes a type what it is. Members of objects and functions are spelled on their own. */
function makings(spelling: Spelling): readonly Spelling[] {
  const { node } = spelling;
  const declarations = spelling.symbol()?.declarations?.filter(isGeneric) ?? [];
  const behind = [
    ...declarations.map((one) => spelling.bodyOf(one)),
    ...heritageOf(node).map((one) => spelling.at(one)),
  ];
  const isClosed = isGeneric(node) || compiler.isTypeLiteralNode(node) || compiler.isFunctionTypeNode(node);
  return isClosed ? behind : [...behind, ...spelling.children().filter((child) => compiler.isTypeNode(child.node))];
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
