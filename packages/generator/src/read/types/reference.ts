import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { ModelReference, Reader } from "../reader.js";
import type { Binding, Environment, Site } from "./site.js";

export type DeclaredType = ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.EnumDeclaration | ts.EnumMember;

/** What a type reference refers to. */
export type Target =
  | { readonly of: "parameter"; readonly binding: Binding }
  | { readonly of: "model"; readonly model: ModelReference; readonly symbol: ts.Symbol }
  /** A name of the standard library. */
  | { readonly of: "library"; readonly name: string }
  /** A type of @cmgen/model, or of the plugin and other packages. */
  | {
      readonly of: "vocabulary" | "declared";
      readonly name: string;
      readonly symbol: ts.Symbol;
      readonly declaration: DeclaredType;
    }
  | { readonly of: "class"; readonly name: string }
  | { readonly of: "missing"; readonly name: string };

export type DeclaredTarget = Extract<Target, { of: "declared" | "vocabulary" }>;

export type ReferenceNode = ts.TypeReferenceNode | ts.ExpressionWithTypeArguments | ts.ImportTypeNode;
export type ReferenceSite = Site & { readonly node: ReferenceNode };

export function isReferenceNode(node: ts.Node): node is ReferenceNode {
  return (
    compiler.isTypeReferenceNode(node) ||
    compiler.isExpressionWithTypeArguments(node) ||
    (compiler.isImportTypeNode(node) && !node.isTypeOf)
  );
}

/** Finds what the reference at a site refers to, through imports and re-exports. */
export function targetOf(reader: Reader, site: ReferenceSite): Target {
  const nameNode = nameNodeOf(site.node);
  const symbol = nameNode && reader.symbols.of(nameNode);
  if (symbol === undefined) return { of: "missing", name: (nameNode ?? site.node).getText() };
  const binding = site.environment.get(symbol);
  return binding === undefined ? targetOfSymbol(reader, symbol) : { of: "parameter", binding };
}

/** What a symbol is the name of, type parameters aside. */
export function targetOfSymbol(reader: Reader, symbol: ts.Symbol): Target {
  const model = reader.models.get(symbol);
  if (model !== undefined) return { of: "model", model, symbol };
  const { declarations = [] } = symbol;
  const [first] = declarations;
  const name = nameOf(symbol, first);
  if (first !== undefined && reader.isLibrary(first.getSourceFile())) {
    return { of: compiler.isClassDeclaration(first) ? "class" : "library", name };
  }
  const declaration = declarations.find(isDeclaredType);
  if (declaration !== undefined) {
    const isVocabulary = reader.packages.of(declaration.getSourceFile()) === "@cmgen/model";
    return { of: isVocabulary ? "vocabulary" : "declared", name, symbol, declaration };
  }
  return { of: declarations.some((node) => compiler.isClassDeclaration(node)) ? "class" : "missing", name };
}

/** A default export is named by its declaration. */
function nameOf({ name }: ts.Symbol, declaration: ts.Declaration | undefined): string {
  const nameNode = declaration && compiler.getNameOfDeclaration(declaration);
  return nameNode !== undefined && compiler.isIdentifier(nameNode) ? nameNode.text : name;
}

function isDeclaredType(node: ts.Declaration): node is DeclaredType {
  return (
    compiler.isInterfaceDeclaration(node) ||
    compiler.isTypeAliasDeclaration(node) ||
    compiler.isEnumDeclaration(node) ||
    compiler.isEnumMember(node)
  );
}

function nameNodeOf(node: ReferenceNode): ts.Node | undefined {
  if (compiler.isTypeReferenceNode(node)) return node.typeName;
  return compiler.isImportTypeNode(node) ? node.qualifier : node.expression;
}

/** The parameters of a declaration, in order; those without a symbol cannot be referred to. */
export function parametersOf(declaration: ts.Declaration): readonly ts.TypeParameterDeclaration[] {
  const isGeneric = compiler.isInterfaceDeclaration(declaration) || compiler.isTypeAliasDeclaration(declaration);
  return isGeneric ? (declaration.typeParameters ?? []) : [];
}

/** What the type parameters of a declaration stand for, given the arguments of a reference to it. */
export function bindParameters(reader: Reader, site: ReferenceSite, declaration: ts.Declaration): Environment {
  const environment = new Map<ts.Symbol, Binding>();
  for (const [position, parameter] of parametersOf(declaration).entries()) {
    const symbol = reader.symbols.of(parameter.name);
    const argument = site.node.typeArguments?.[position];
    if (symbol === undefined) continue;
    if (argument !== undefined) environment.set(symbol, { ...site, node: argument });
    else if (parameter.default !== undefined) environment.set(symbol, { node: parameter.default, environment });
  }
  return environment;
}
